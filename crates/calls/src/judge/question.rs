//! What the question holds: calls, which it should not, and the values of arguments.

use super::Verdict;
use crate::offer::Offer;
use crate::reason::Reason;
use crate::record::Checks;
use toolc_base::date::Date;
use toolc_base::node::{Node, Value};
use toolc_base::source::Span;

/// The English words of small numbers.
const NUMBERS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// Letters, digits and spaces, in lower case: what is compared.
fn reduce(text: &str) -> String {
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || c.is_whitespace());
    kept.flat_map(char::to_lowercase).collect()
}

/// Refuses a question that names a tool or shows a call.
pub(super) fn refuse_calls(question: &str, offer: &Offer, span: Span) -> Result<(), Verdict> {
    let reduced = reduce(question);
    let shows = |key: &str| question.contains('{') && question.contains(&format!("{key}\": "));
    for tool in offer.tools() {
        let short = tool.short_name();
        let name = reduce(short);
        let is_named = reduced.split_whitespace().any(|word| word == name);
        if is_named || shows(short) {
            let message = format!("the question names the tool `{}`", tool.name);
            return Err(
                Verdict::new(Reason::InQuestion, span, message).help("ask for what the tool does")
            );
        }
    }
    match shows("name") && !offer.tools().is_empty() {
        true => {
            let message = "the question shows how calls are written";
            Err(Verdict::new(Reason::InQuestion, span, message).help("ask for what a tool does"))
        }
        false => Ok(()),
    }
}

/// Whether a value need not be in the question, by the type that its schema declares, or as a date.
pub(super) fn is_ignored(checks: &Checks, declared: Option<&Node>, value: &Node) -> bool {
    let is_listed = |name: &str| checks.ignore_types.iter().any(|ignored| ignored == name);
    let is_by_type = match declared.and_then(|schema| schema.get("type")) {
        Some(Node {
            value: Value::String(name),
            ..
        }) => is_listed(name),
        Some(Node {
            value: Value::List(names),
            ..
        }) => {
            let mut names = names
                .iter()
                .filter_map(Node::as_str)
                .filter(|name| *name != "null");
            names.clone().next().is_some() && names.all(is_listed)
        }
        _ => false,
    };
    is_by_type || is_listed("date") && value.as_str().is_some_and(is_date)
}

/// Whether a question holds a value: each item of a list, each value of an object, and of a scalar its text or, of a
/// small number, its word. A reference stands for a value that the question does not have.
pub(super) fn holds(question: &str, value: &Node, is_reference: &dyn Fn(&str) -> bool) -> bool {
    let leaf = match &value.value {
        Value::List(items) => {
            return items.iter().all(|item| holds(question, item, is_reference));
        }
        Value::Map(map) => {
            let mut entries = map.iter();
            return entries.all(|entry| holds(question, &entry.value, is_reference));
        }
        Value::String(text) if is_reference(text) => return true,
        Value::String(text) => text.clone(),
        Value::Number(text) => text.to_string(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Null => "None".to_owned(),
    };
    if leaf.is_empty() {
        return false;
    }
    let reduced_question = reduce(question);
    let reduced = match reduce(&leaf) {
        reduced if reduced.is_empty() => leaf.clone(),
        reduced => reduced,
    };
    let word = small_number(&value.value).and_then(|number| NUMBERS.get(number));
    question.contains(&leaf)
        || reduced_question.contains(&reduced)
        || word.is_some_and(|word| reduced_question.contains(word))
}

/// The number from 0 to 10 that a value is equal to.
fn small_number(value: &Value) -> Option<usize> {
    match value {
        Value::Bool(flag) => Some(usize::from(*flag)),
        Value::Number(text) => {
            let number: f64 = text.parse().ok()?;
            let is_small = (0.0..=10.0).contains(&number) && number.fract() == 0.0;
            is_small.then_some(number as usize)
        }
        _ => None,
    }
}

/// Dates longer than that are sentences.
const LONGEST_DATE: usize = 50;

/// The beginnings of the English names of months.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// The words that stand in dates and times beside names and numbers.
const DATE_WORDS: &[&str] = &[
    "am",
    "pm",
    "utc",
    "gmt",
    "z",
    "t",
    "th",
    "st",
    "nd",
    "rd",
    "of",
    "at",
    "on",
    "and",
    "ad",
    "h",
    "m",
    "s",
    "mon",
    "monday",
    "tue",
    "tues",
    "tuesday",
    "wed",
    "wednesday",
    "thu",
    "thur",
    "thurs",
    "thursday",
    "fri",
    "friday",
    "sat",
    "saturday",
    "sun",
    "sunday",
];

/// Whether a text is a date or a time, written in one of the usual ways: RFC 3339, numbers between `-`, `/`, `.` and
/// `:`, names of months and of days in English.
fn is_date(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.chars().count() >= LONGEST_DATE {
        return false;
    }
    if Date::parse(text).is_some() {
        return true;
    }
    let (mut numbers, mut names) = (0, 0);
    for part in split_words(text) {
        let lower = part.to_ascii_lowercase();
        let is_month = lower.len() >= 3
            && MONTHS.iter().any(|month| lower.starts_with(month))
            && lower.len() <= "september".len();
        if part.chars().all(|c| c.is_ascii_digit()) {
            if part.len() > 8 && !matches!(part.len(), 12 | 14) {
                return false;
            }
            numbers += 1;
        } else if is_month {
            names += 1;
        } else if DATE_WORDS.contains(&lower.as_str()) {
            names += usize::from(lower.len() >= 3);
        } else if !part.chars().all(|c| " -/.:,+".contains(c)) {
            return false;
        }
    }
    (1..=8).contains(&numbers) || numbers == 0 && names > 0
}

/// Runs of digits, of letters, and of what is between them.
fn split_words(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => 0,
        c if c.is_alphabetic() => 1,
        _ => 2,
    };
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| kind(c) != kind(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn dates_are_recognised_as_people_write_them() {
        let dates = [
            "2024-03-01",
            "2024-03-01T10:00:00Z",
            "01/03/2024",
            "March 1, 2024",
            "1st of March",
            "10:30 pm",
            "Friday",
        ];
        for date in dates {
            assert!(is_date(date), "{date}");
        }
        let others = [
            "",
            "Paris",
            "tomorrow",
            "room 12b",
            "order-1234567890",
            "marching band",
        ];
        for other in others {
            assert!(!is_date(other), "{other}");
        }
    }
}
