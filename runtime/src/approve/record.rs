//! Flat JSON objects of strings: the format of what is sealed and of what is stored.

use crate::json::write_string;
use crate::reader::Reader;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The members of an object, taken out one by one.
pub(super) struct Members<'t>(Vec<(String, &'t str)>);

impl<'t> Members<'t> {
    /// Reads a text; `None` if it is not an object.
    pub fn read(text: &'t str) -> Option<Self> {
        let mut reader = Reader::new(text);
        let mut members = Vec::new();
        reader.begin_object().ok()?;
        while reader.next_key(members.is_empty()).ok()? {
            let key = reader.string().ok()?.into_owned();
            reader.colon().ok()?;
            members.push((key, reader.capture().ok()?));
        }
        reader.finish().ok()?;
        Some(Members(members))
    }

    /// The text of a value; `None` if it is missing.
    pub fn raw(&mut self, key: &str) -> Option<&'t str> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.swap_remove(at).1)
    }

    /// A string.
    pub fn text(&mut self, key: &str) -> Option<String> {
        string(self.raw(key)?)
    }

    /// A string that may be missing; the outer `None` if something else is there.
    pub fn optional(&mut self, key: &str) -> Option<Option<String>> {
        match self.raw(key) {
            None => Some(None),
            Some(raw) => string(raw).map(Some),
        }
    }

    /// A list of strings, which may be missing.
    pub fn texts(&mut self, key: &str) -> Option<Vec<String>> {
        let Some(raw) = self.raw(key) else {
            return Some(Vec::new());
        };
        let mut reader = Reader::new(raw);
        let mut texts = Vec::new();
        reader.begin_array().ok()?;
        while reader.next_item(texts.is_empty()).ok()? {
            texts.push(reader.string().ok()?.into_owned());
        }
        Some(texts)
    }

    /// A point in time.
    pub fn time(&mut self, key: &str) -> Option<SystemTime> {
        self.text(key)?.parse().ok().map(time_of)
    }

    /// Whether every member has been taken.
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}

fn string(raw: &str) -> Option<String> {
    let mut reader = Reader::new(raw);
    let text = reader.string().ok()?.into_owned();
    reader.finish().ok()?;
    Some(text)
}

/// Writes an object, member by member.
pub(super) struct Record(String);

impl Record {
    pub fn new() -> Self {
        Record(String::from("{"))
    }

    fn comma(&mut self) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
    }

    pub fn text(&mut self, key: &str, value: &str) {
        self.comma();
        write_member(&mut self.0, key, value);
    }

    pub fn optional(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(key, value);
        }
    }

    pub fn texts(&mut self, key: &str, values: &[String]) {
        if values.is_empty() {
            return;
        }
        self.comma();
        write_string(key, &mut self.0);
        self.0.push_str(":[");
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            write_string(value, &mut self.0);
        }
        self.0.push(']');
    }

    /// A point in time: milliseconds since 1970 as a string, so that no reader rounds it.
    pub fn time(&mut self, key: &str, time: SystemTime) {
        self.text(key, &unix_millis(time).to_string());
    }

    pub fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

pub(super) fn write_member(out: &mut String, key: &str, value: &str) {
    write_string(key, out);
    out.push(':');
    write_string(value, out);
}

/// The time at the precision that the text has.
pub(super) fn round_time(time: SystemTime) -> SystemTime {
    time_of(unix_millis(time))
}

/// Milliseconds since 1970.
pub(crate) fn unix_millis(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The time that many milliseconds after 1970. A time that no clock can show becomes 1970, which has passed.
pub(crate) fn time_of(millis: u64) -> SystemTime {
    let time = UNIX_EPOCH.checked_add(Duration::from_millis(millis));
    time.unwrap_or(UNIX_EPOCH)
}
