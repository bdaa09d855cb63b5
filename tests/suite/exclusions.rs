//! The cases that are expected to fail, each with its reason: `exclusions.json`.

use crate::cases::{Case, Group};
use serde_json::Value;

/// One entry of the list.
pub struct Exclusion {
    /// The drafts, by their folders.
    drafts: Vec<String>,
    /// The file; `folder/*` stands for every file of a folder.
    file: String,
    /// The group; `None` stands for all of them.
    group: Option<String>,
    /// The case; `None` stands for all of them.
    case: Option<String>,
    /// The section of the standard that justifies it.
    because: String,
}

impl Exclusion {
    /// Returns whether the entry applies to this case.
    pub fn covers(&self, draft: &str, group: &Group, case: &Case) -> bool {
        let file = match self.file.strip_suffix('*') {
            Some(folder) => group.file.starts_with(folder),
            None => group.file == self.file,
        };
        file && self.drafts.iter().any(|known| known == draft)
            && self.group.as_ref().is_none_or(|name| *name == group.name)
            && self.case.as_ref().is_none_or(|name| *name == case.name)
    }

    /// Returns the drafts for which the entry excludes nothing that fails.
    pub fn stale(&self, failed: impl Fn(&str) -> bool) -> Option<String> {
        let drafts: Vec<&str> = self.drafts.iter().map(String::as_str).collect();
        let stale: Vec<&str> = drafts.into_iter().filter(|draft| !failed(draft)).collect();
        let what = [
            Some(&self.file),
            self.group.as_ref(),
            self.case.as_ref(),
            Some(&self.because),
        ];
        let what: Vec<&str> = what.into_iter().flatten().map(String::as_str).collect();
        (!stale.is_empty()).then(|| format!("{} {}", stale.join(" "), what.join(" | ")))
    }
}

/// Returns the list.
pub fn exclusions() -> Vec<Exclusion> {
    let list: Value = serde_json::from_str(include_str!("exclusions.json")).expect("JSON");
    let list = list.as_array().expect("a list");
    list.iter().map(exclusion).collect()
}

fn exclusion(entry: &Value) -> Exclusion {
    let text = |key: &str| {
        entry
            .get(key)
            .map(|text| text.as_str().expect(key).to_owned())
    };
    let drafts = entry["drafts"].as_array().expect("drafts");
    let draft = |draft: &Value| draft.as_str().expect("a draft").to_owned();
    Exclusion {
        drafts: drafts.iter().map(draft).collect(),
        file: text("file").expect("a file"),
        group: text("group"),
        case: text("case"),
        because: text("because").expect("a reason"),
    }
}
