//! Numbers as a report writes them. No digit of the document is lost.

/// An integer with thousands commas: `1,234,567`.
fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// An integer with thousands commas.
pub(crate) fn integer(value: i128) -> String {
    // Most are small, and wide integers are slow to divide.
    if let Ok(small @ -999..=999) = i16::try_from(value) {
        return small.to_string();
    }
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(&value.unsigned_abs().to_string()))
}

/// A number that may have a fraction, as JSON writes it; a whole one like an integer.
pub(crate) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e21 {
        integer(value as i128)
    } else {
        serde_json::Number::from_f64(value).map_or_else(String::new, |n| n.to_string())
    }
}

/// An amount in US dollars with at least two decimals: `$0.10`, `$1,234.5678`.
pub(crate) fn usd(value: f64) -> String {
    // The shortest decimal that reads back as the same number, never with an exponent.
    let plain = value.abs().to_string();
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}${}.{fraction:0<2}", grouped(whole))
}

/// A duration given in milliseconds: `1h 02m 03s`, `2m 03.456s`, `0.120s`.
pub(crate) fn duration(ms: u64) -> String {
    elapsed(u128::from(ms) * 1_000_000)
}

/// A duration given in nanoseconds, in the same form; a finer fraction has more digits.
pub(crate) fn elapsed(nanoseconds: u128) -> String {
    let (seconds, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let digits = format!("{rest:09}");
    let digits = digits.trim_end_matches('0');
    let fraction = if rest > 0 { format!(".{digits:0<3}") } else { String::new() };
    if hours > 0 {
        format!("{}h {minutes:02}m {seconds:02}{fraction}s", grouped(&hours.to_string()))
    } else if minutes > 0 {
        format!("{minutes}m {seconds:02}{fraction}s")
    } else {
        format!("{seconds}{fraction}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_thousands_commas() {
        assert_eq!(
            [0, 7, 999, 1000, -1_234_567].map(integer),
            ["0", "7", "999", "1,000", "-1,234,567"]
        );
        assert_eq!(
            [1.0, 1e20, 0.5, 1e-7].map(number),
            ["1", "100,000,000,000,000,000,000", "0.5", "1e-7"]
        );
    }

    #[test]
    fn dollars_have_two_decimals_or_more_and_lose_none() {
        assert_eq!(
            [0.0, 0.1, 12.3456, 2.0, 1234.5, 1e-7, 0.1 + 0.2].map(usd),
            [
                "$0.00",
                "$0.10",
                "$12.3456",
                "$2.00",
                "$1,234.50",
                "$0.0000001",
                "$0.30000000000000004"
            ]
        );
    }

    #[test]
    fn durations_keep_every_millisecond() {
        assert_eq!(
            [0, 120, 5000, 123_456, 120_000, 3_723_000, 3_723_004, 360_000_000].map(duration),
            [
                "0s",
                "0.120s",
                "5s",
                "2m 03.456s",
                "2m 00s",
                "1h 02m 03s",
                "1h 02m 03.004s",
                "100h 00m 00s"
            ]
        );
        assert_eq!([100, 41_500_000_000].map(elapsed), ["0.0000001s", "41.500s"]);
    }
}
