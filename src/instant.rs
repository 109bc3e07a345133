//! Moments as the format `date-time` writes them (RFC 3339), for comparing and for durations.

/// A moment, whatever the offset it was written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instant {
    /// Since the beginning of 1970, UTC.
    seconds: i64,
    nanos: u32,
}

impl Instant {
    /// Reads `2026-05-19T08:00:00Z`; `None` for every other form.
    pub(crate) fn parse(text: &str) -> Option<Instant> {
        let number = |range: std::ops::Range<usize>| -> Option<i64> {
            let digits = text.as_bytes().get(range)?;
            let digit = |b: &u8| b.is_ascii_digit().then_some(i64::from(b.wrapping_sub(b'0')));
            digits.iter().try_fold(0, |number, b| Some(number * 10 + digit(b)?))
        };
        let at = |at: usize| text.as_bytes().get(at).copied();
        let marks = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
        if marks.into_iter().any(|(place, mark)| at(place) != Some(mark))
            || !matches!(at(10), Some(b'T' | b't' | b' '))
        {
            return None;
        }
        let days = days(number(0..4)?, number(5..7)?, number(8..10)?);
        let clock = number(11..13)? * 3600 + number(14..16)? * 60 + number(17..19)?;
        let rest = text.get(19..)?;
        let fraction = rest.strip_prefix('.').unwrap_or("");
        let len = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let zone = rest.get(if len > 0 { len + 1 } else { 0 }..)?;
        let digits = fraction[..len].bytes().chain(std::iter::repeat(b'0')).take(9);
        let nanos = digits.fold(0, |nanos, digit| nanos * 10 + u32::from(digit - b'0'));
        Some(Instant { seconds: days * 86_400 + clock - offset(zone)?, nanos })
    }

    /// Nanoseconds since `start`; none when that comes later.
    pub(crate) fn since(self, start: Instant) -> Option<u128> {
        let nanos = |at: Instant| i128::from(at.seconds) * 1_000_000_000 + i128::from(at.nanos);
        u128::try_from(nanos(self) - nanos(start)).ok()
    }
}

/// `Z`, `+09:00`: seconds ahead of UTC.
fn offset(zone: &str) -> Option<i64> {
    let sign = match zone.as_bytes() {
        b"Z" | b"z" => return Some(0),
        [b'+', ..] => 1,
        [b'-', ..] => -1,
        _ => return None,
    };
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let number = |text: &str| (text.len() == 2).then(|| text.parse::<u8>().ok()).flatten();
    Some(sign * (i64::from(number(hours)?) * 3600 + i64::from(number(minutes)?) * 60))
}

/// Days from 1970-01-01 to a day of the Gregorian calendar. Years are counted from March, so that
/// the day that not every year has is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year
        - 719_468
}

#[cfg(test)]
mod tests {
    use super::Instant;

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn moments_are_those_of_the_calendar() {
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59Z", -1),
            ("2000-02-29T12:00:00Z", 951_825_600),
            ("2026-05-19T08:00:00Z", 1_779_177_600),
            ("2026-05-19T17:00:00+09:00", 1_779_177_600),
            ("2026-05-19t04:30:00-03:30", 1_779_177_600),
        ] {
            assert_eq!(at(text), Instant { seconds, nanos: 0 }, "{text}");
        }
    }

    #[test]
    fn fractions_of_a_second_count() {
        assert!(at("2026-05-19T08:00:00.25Z") < at("2026-05-19T08:00:00.3Z"));
        assert_eq!(at("2026-05-19T08:00:00.0000000001Z"), at("2026-05-19T08:00:00Z"));
    }

    #[test]
    fn time_passes_forward_only() {
        let (start, end) = (at("2026-05-19T08:00:00.75Z"), at("2026-05-19T10:00:01+02:00"));
        assert_eq!(end.since(start), Some(250_000_000));
        assert_eq!(start.since(end), None);
        assert_eq!(start.since(start), Some(0));
    }

    #[test]
    fn other_texts_are_no_moments() {
        for text in [
            "",
            "2026-05-19",
            "2026-05-19T08:00:00",
            "2026-05-19T08:00Z",
            "2026-05-19T08:00:00+9",
            "２０２６-05-19T08:00:00Z",
        ] {
            assert_eq!(Instant::parse(text), None, "{text}");
        }
    }
}
