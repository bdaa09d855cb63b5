//! A setting of a tool or a worker as a row: what the lock records of it, and what a change of it means.

use super::Settings;
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::Node;
use toolc_model::model::Catalog;

/// A setting of an `S`.
pub(crate) struct LockedRow<S: 'static> {
    /// Its key in the lock, which never changes.
    pub key: &'static str,
    /// What is recorded, with the place that decides it; `None` if nothing is.
    pub record: fn(&Catalog, &S) -> Option<Node>,
    /// What a change of it means; `None` if a function in `drift` compares both sides.
    #[cfg_attr(not(feature = "drift"), expect(dead_code, reason = "`drift` reads it"))]
    pub change: Option<Change>,
}

/// What a change of a setting means.
#[cfg_attr(not(feature = "drift"), expect(dead_code, reason = "`drift` reads it"))]
pub(crate) struct Change {
    pub code: Code,
    pub class: Class,
    /// What changed, about one and about several: `{}` stands for their names, `{key}` for that of the setting.
    pub words: [&'static str; 2],
}

/// A row that has its own words for a change.
pub(super) const fn new_row<S>(
    key: &'static str,
    change: Change,
    record: fn(&Catalog, &S) -> Option<Node>,
) -> LockedRow<S> {
    let change = Some(change);
    LockedRow {
        key,
        record,
        change,
    }
}

/// A row whose sides are compared by a function in `drift`.
pub(super) const fn new_judged_row<S>(
    key: &'static str,
    record: fn(&Catalog, &S) -> Option<Node>,
) -> LockedRow<S> {
    let change = None;
    LockedRow {
        key,
        record,
        change,
    }
}

/// A change of this kind, in words about one and about several.
pub(super) const fn new_change(code: Code, class: Class, words: [&'static str; 2]) -> Change {
    Change { code, class, words }
}

/// The settings that the rows record of a subject.
pub(super) fn record_rows<S>(rows: &[LockedRow<S>], catalog: &Catalog, subject: &S) -> Settings {
    let mut settings = Settings::new();
    for new_row in rows {
        if let Some(node) = (new_row.record)(catalog, subject) {
            settings.insert(new_row.key.to_owned(), node);
        }
    }
    settings
}

/// The kind of a change, and what changed in words. A key without a row is from a lock that another version wrote.
#[cfg(feature = "drift")]
pub(crate) fn describe_change<S>(
    rows: &[LockedRow<S>],
    key: &str,
    (names, number): (&str, usize),
    unknown: &Change,
) -> ((Code, Class), String) {
    let new_row = rows.iter().find(|new_row| new_row.key == key);
    let change = new_row
        .and_then(|new_row| new_row.change.as_ref())
        .unwrap_or(unknown);
    let [one, several] = change.words;
    let words = if number == 1 { one } else { several };
    let (start, end) = words.split_once("{}").unwrap_or((words, ""));
    let [start, end] = [start, end].map(|part| part.replace("{key}", key));
    ((change.code, change.class), format!("{start}{names}{end}"))
}
