//! The standard streams: buffered, with colour where it is wanted.

use std::io::{self, BufWriter, IsTerminal, Stderr, Stdout, Write};

use anstream::{AutoStream, ColorChoice};

use super::args::Color;

/// Standard output carries what was asked for, standard error what there is to say about it.
pub(super) struct Terminal {
    pub(super) out: BufWriter<Stdout>,
    pub(super) err: BufWriter<Stderr>,
    color: Color,
}

impl Terminal {
    pub(super) fn new(color: Color) -> Terminal {
        let out = BufWriter::with_capacity(64 * 1024, io::stdout());
        Terminal { out, err: BufWriter::new(io::stderr()), color }
    }

    /// Are colours wanted on this stream?
    fn colored(&self, stream: &impl IsTerminal, choice: ColorChoice) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => stream.is_terminal() && choice != ColorChoice::Never,
        }
    }

    pub(super) fn out_is_colored(&self) -> bool {
        let stdout = io::stdout();
        self.colored(&stdout, AutoStream::choice(&stdout))
    }

    pub(super) fn err_is_colored(&self) -> bool {
        let stderr = io::stderr();
        self.colored(&stderr, AutoStream::choice(&stderr))
    }

    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }
}
