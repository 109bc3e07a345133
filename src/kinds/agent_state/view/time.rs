//! How long something took, in words.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::Value;

use super::seen;
use crate::figures;
use crate::instant::Instant;
use crate::view::Seen;

/// The time from `startedAt` to `finishedAt`; none while one of them is not recorded, or when they
/// are in the wrong order.
pub(super) fn took(part: &Value) -> Option<String> {
    let at = |key: &str| part[key].as_str().and_then(Instant::parse);
    at("finishedAt")?.since(at("startedAt")?).map(figures::elapsed)
}

/// A number of seconds as a duration. A number that is none, such as a negative one, stands for
/// itself.
pub(super) fn seconds(number: &Value) -> Seen {
    let exact = number.to_string().parse::<Decimal>().ok();
    let nanoseconds = exact.and_then(|seconds| seconds.checked_mul(1_000_000_000.into()));
    match nanoseconds.filter(Decimal::is_integer).and_then(|nanoseconds| nanoseconds.to_u128()) {
        Some(nanoseconds) => Seen::from(figures::elapsed(nanoseconds)),
        None => seen(number),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_duration_needs_both_ends_in_their_order() {
        let (start, end) = ("2026-05-19T08:00:00Z", "2026-05-19T12:31:12.5+02:00");
        let part = |start: &str, end: &str| json!({ "startedAt": start, "finishedAt": end });
        assert_eq!(took(&part(start, end)).as_deref(), Some("2h 31m 12.500s"));
        assert_eq!(took(&part(end, start)), None);
        assert_eq!(took(&json!({ "startedAt": start, "finishedAt": null })), None);
    }

    #[test]
    fn seconds_keep_every_digit() {
        let words = [json!(41.5), json!(0), json!(3723), json!(0.1)].map(|n| seconds(&n));
        assert_eq!(words.map(|w| w.to_string()), ["41.500s", "0s", "1h 02m 03s", "0.100s"]);
        for number in [json!(-1), json!(1e-12), json!(1e300), Value::Null] {
            assert_eq!(seconds(&number), seen(&number));
        }
    }
}
