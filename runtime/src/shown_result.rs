//! Noun: what a model and clients are shown in place of a whole result.

use crate::json::write_string;

/// What a model and clients are shown in place of a whole result, because the worker says so under `results`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShownResult {
    /// The result as JSON text: its projection, with the lists and texts that are cut.
    pub text: String,
    /// The lists that are cut.
    pub missing: Vec<MissingItems>,
    /// How many texts are cut. Each ends with a mark that says how many characters are missing.
    pub cut_texts: u64,
    /// Whether it is a text in place of the result, which did not become short enough.
    pub is_text: bool,
    /// Whether the result is a list of content blocks of MCP that is too long only because of its images and other blobs, and
    /// these are within the limit of their own. Clients of MCP are sent all of it.
    pub keeps_blocks: bool,
    /// The handle of the whole result, if what is missing can be read on with `results::read_more`. It is for the model alone.
    pub handle: Option<String>,
}

/// A list that is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingItems {
    /// A JSON pointer to the list; empty for the result itself.
    pub pointer: String,
    /// How many items are not shown.
    pub items: u64,
    /// The index of the first item that is not shown.
    pub from: u64,
}

/// What the tool that reads on is called: by its wire name, which all lists have but those with namespaces.
pub(crate) const READ_MORE: &str = "`results__read_more`";

/// What it is called in a list with namespaces.
#[cfg(feature = "providers")]
pub(crate) const READ_MORE_IN_NAMESPACE: &str = "`read_more` of the namespace `results`";

/// How many lists the note names.
const NAMED: usize = 3;

/// The longest pointer that the note has.
const LONGEST: usize = 200;

impl ShownResult {
    /// Whether anything is missing that the projection would show.
    pub fn is_cut(&self) -> bool {
        !self.missing.is_empty() || self.cut_texts > 0
    }

    /// What a model is told before the result, if something is cut; `read_more` is what it knows the tool that reads on
    /// by. The keys of a result that comes from outside may be anything, so its lists are counted and not named.
    pub(crate) fn note(&self, is_untrusted: bool, read_more: &str) -> Option<String> {
        if !self.is_cut() {
            return None;
        }
        let mut parts = Vec::new();
        let is_named = |missing: &&MissingItems| !is_untrusted && missing.pointer.len() <= LONGEST;
        let named: Vec<&MissingItems> = self.missing.iter().filter(is_named).take(NAMED).collect();
        for missing in &named {
            let list = match missing.pointer.as_str() {
                "" => "the list".to_owned(),
                pointer => format!("the list `{pointer}`"),
            };
            parts.push(format!("{list} has {}", count(missing.items, "more item")));
        }
        let lists = self.missing.len() - named.len();
        if lists > 0 {
            let others = if named.is_empty() { "" } else { "other " };
            let total: u64 = self.missing.iter().map(|missing| missing.items).sum();
            let shown: u64 = named.iter().map(|missing| missing.items).sum();
            let has = if lists == 1 { "has" } else { "have" };
            let lists = count(lists as u64, &format!("{others}list"));
            parts.push(format!(
                "{lists} {has} {}",
                count(total - shown, "more item")
            ));
        }
        match (self.is_text, self.cut_texts) {
            (true, _) => parts.push("its JSON text ends where it is marked".to_owned()),
            (false, 0) => {}
            (false, 1) => parts.push("a text ends where it is marked".to_owned()),
            (false, texts) => parts.push(format!("{texts} texts end where they are marked")),
        }
        let parts = parts.join(", ");
        let advice = match &self.handle {
            Some(handle) => write_advice(handle, named.first().copied(), read_more),
            None => "To see what is missing, narrow the query.".to_owned(),
        };
        Some(format!("The result is cut: {parts}. {advice}"))
    }
}

/// How a model reads on: with the arguments for the first list, if it is named.
fn write_advice(handle: &str, list: Option<&MissingItems>, read_more: &str) -> String {
    let Some(list) = list else {
        return format!(
            "To read on, call {read_more} with {{\"handle\":\"{handle}\"}}, `at`: a JSON pointer to a list or text that is cut, \
             and `from`: how much of it is shown; or narrow the query."
        );
    };
    let mut at = String::new();
    write_string(&list.pointer, &mut at);
    let from = list.from;
    format!(
        "To read on, call {read_more} with {{\"handle\":\"{handle}\",\"at\":{at},\"from\":{from}}}, or narrow the query."
    )
}

fn count(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        number => format!("{number} {what}s"),
    }
}
