//! Dates and times of day as ISO 8601 writes them.

/// Is this a date of the calendar, with or without a time of day?
///
/// A date is a year with a month and a day, a week and a weekday, or a day of the year; dashes,
/// colons and the offset from UTC may be left out.
pub(crate) fn is_date(text: &str) -> bool {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    is_day(date) && time.is_none_or(is_time)
}

/// The numbers of a text, by a form in which each letter is a digit of the number of that letter
/// and everything else stands for itself.
fn numbers<const N: usize>(text: &str, form: &str, letters: [u8; N]) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    if text.len() != form.len() {
        return None;
    }
    for (c, f) in text.bytes().zip(form.bytes()) {
        match letters.iter().position(|letter| *letter == f) {
            Some(at) if c.is_ascii_digit() => numbers[at] = numbers[at] * 10 + u32::from(c - b'0'),
            None if c == f => {}
            _ => return None,
        }
    }
    Some(numbers)
}

fn is_day(text: &str) -> bool {
    let leap =
        |year: u32| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let of_month = |form| {
        numbers(text, form, *b"ymd").is_some_and(|[year, month, day]| {
            let last = match month {
                2 => 28 + u32::from(leap(year)),
                4 | 6 | 9 | 11 => 30,
                1..=12 => 31,
                _ => 0,
            };
            (1..=last).contains(&day)
        })
    };
    // Which years have a week 53 is left open.
    let of_week = |form| {
        numbers(text, form, *b"ywd")
            .is_some_and(|[_, week, day]| (1..=53).contains(&week) && (1..=7).contains(&day))
    };
    let of_year = |form| {
        numbers(text, form, *b"yd")
            .is_some_and(|[year, day]| (1..=365 + u32::from(leap(year))).contains(&day))
    };
    ["yyyy-mm-dd", "yyyymmdd"].into_iter().any(of_month)
        || ["yyyy-Www-d", "yyyyWwwd"].into_iter().any(of_week)
        || ["yyyy-ddd", "yyyyddd"].into_iter().any(of_year)
}

fn is_time(text: &str) -> bool {
    let zone = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (time, zone) = text.split_at(zone);
    let (time, fraction) = match time.split_once(['.', ',']) {
        Some((time, fraction)) => (time, fraction),
        None => (time, "0"),
    };
    let is_clock = ["hh:mm:ss", "hhmmss", "hh:mm", "hhmm", "hh"].into_iter().any(|form| {
        numbers(time, form, *b"hms").is_some_and(|[hour, minute, second]| {
            // The end of a day may be called 24:00, and a minute may have a leap second.
            (hour < 24 && minute < 60 && second <= 60) || (hour, minute, second) == (24, 0, 0)
        })
    });
    let is_offset = |text: &str| {
        ["hh:mm", "hhmm", "hh"].into_iter().any(|form| {
            numbers(text, form, *b"hm").is_some_and(|[hour, minute]| hour < 24 && minute < 60)
        })
    };
    is_clock
        && !fraction.is_empty()
        && fraction.bytes().all(|b| b.is_ascii_digit())
        && (matches!(zone, "" | "Z") || zone.strip_prefix(['+', '-']).is_some_and(is_offset))
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn dates_of_the_calendar_with_and_without_a_time_of_day_are_known() {
        for text in [
            "2026-02-19",
            "20260219",
            "2024-02-29",
            "2000-02-29",
            "2026-W07-4",
            "2026W074",
            "2026-050",
            "2024-366",
            "2026-02-19T15:20:44+09:00",
            "2026-02-19T15:20:44.123456Z",
            "2026-02-19T15:20:44,5-0330",
            "20260219T152044Z",
            "2026-02-19T15:20",
            "2026-02-19T15+01",
            "2026-02-19T24:00:00",
            "2016-12-31T23:59:60Z",
        ] {
            assert!(is_date(text), "{text}");
        }
    }

    #[test]
    fn other_texts_and_days_that_do_not_exist_are_none() {
        for text in [
            "",
            "today",
            "19 February 2026",
            "19.02.2026",
            "2026/02/19",
            "2026-2-9",
            "2026-02",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-W54-1",
            "2026-W07-8",
            "2026-366",
            "2026-02-19T",
            "2026-02-19T25:00",
            "2026-02-19T15:60",
            "2026-02-19T15:20:44.",
            "2026-02-19T15:20:44+",
            "2026-02-19T15:20:44 UTC",
            "2026-02-19T15:20:44Z ",
            "2026-02-19 15:20:44",
            "２０２６-02-19",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }
}
