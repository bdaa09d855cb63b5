//! Selects the operations of a document that become tools, according to `operations` in its registry entry.

mod pattern;

use super::argument::OperationPlace;
use super::document::Document;
pub(super) use pattern::{Pattern, Seen};
use std::collections::{BTreeSet, HashSet};
use toolc_base::diagnostic::suggest::{Guesses, ask_whether};
use toolc_base::diagnostic::{Code, Diagnostic, Help};
use toolc_model::config::Choice;
use toolc_model::reading::{Reading, fields};

/// The chosen operations, by path and method.
#[derive(Default)]
pub(super) struct Chosen {
    operations: HashSet<(String, String)>,
    paths: HashSet<String>,
    /// Paths whose references cannot be resolved, and which may contain chosen operations.
    obscure: HashSet<String>,
}

impl Chosen {
    /// Whether an operation is to be read.
    pub(super) fn is_chosen(&self, path: &str, method: &str) -> bool {
        let key = (path.to_owned(), method.to_owned());
        self.obscure.contains(path) || self.operations.contains(&key)
    }

    /// Whether anything in a path is to be read.
    pub(super) fn has_path(&self, path: &str) -> bool {
        self.obscure.contains(path) || self.paths.contains(path)
    }
}

/// Selects operations of a document; `None` means all.
pub(super) fn choose_operations(reading: &mut Reading<'_>, document: &Document) -> Option<Chosen> {
    let choices = &reading.entry?.operations;
    if document.root.entries("paths").len() == 0 {
        return None;
    }
    let mut selection = Selection::of(choices)?;
    let mut chosen = Chosen::default();
    for entry in document.paths() {
        let is_known = document.resolve(&entry.value).is_ok();
        if !is_known && selection.may_mean(&entry.key) {
            chosen.obscure.insert(entry.key.clone());
        }
    }
    let all = list_operations(document);
    for (method, operation) in &all {
        if selection.takes(operation) {
            let key = (operation.path().to_owned(), (*method).to_owned());
            chosen.paths.insert(key.0.clone());
            chosen.operations.insert(key);
        }
    }
    selection.report(reading, &all);
    Some(chosen)
}

/// All operations of a document, each with its method.
pub(super) fn list_operations(document: &Document) -> Vec<(&str, Seen<'_>)> {
    let all = document.operations().map(|(path, method, operation)| {
        let place = OperationPlace {
            path: &path.key,
            method,
            span: path.key_span,
        };
        (method, Seen::new(&place, operation))
    });
    all.collect()
}

/// The selection in progress.
struct Selection<'c> {
    rules: Vec<Rule<'c>>,
    /// Whether operations that no rule decides are included.
    otherwise: bool,
}

struct Rule<'c> {
    choice: &'c Choice,
    pattern: Pattern<'c>,
    /// The number of operations it matches.
    matched: usize,
    /// The number of operations it decides.
    decided: usize,
    /// The first rule that preceded it in deciding a matching operation.
    rival: Option<usize>,
}

impl<'c> Selection<'c> {
    fn of(choices: &'c [Choice]) -> Option<Self> {
        let rules = choices.iter().map(|choice| Rule {
            choice,
            pattern: Pattern::of(&choice.pattern.value),
            matched: 0,
            decided: 0,
            rival: None,
        });
        (!choices.is_empty()).then(|| Selection {
            rules: rules.collect(),
            otherwise: choices.iter().all(|choice| !choice.include),
        })
    }

    /// Whether an operation is included: the first matching rule decides.
    fn takes(&mut self, operation: &Seen<'_>) -> bool {
        let mut decider = None;
        for (number, rule) in self.rules.iter_mut().enumerate() {
            if !rule.pattern.matches(operation) {
                continue;
            }
            rule.matched += 1;
            match decider {
                None => {
                    decider = Some((number, rule.choice.include));
                    rule.decided += 1;
                }
                Some((rival, _)) => drop(rule.rival.get_or_insert(rival)),
            }
        }
        decider.map_or(self.otherwise, |(_, include)| include)
    }

    /// Whether a path of unknown content may contain chosen operations.
    fn may_mean(&mut self, path: &str) -> bool {
        let mut meant = self.otherwise;
        for rule in &mut self.rules {
            if rule.pattern.matches_path(path) {
                rule.matched += 1;
                rule.decided += 1;
                meant |= rule.choice.include;
            }
        }
        meant
    }

    fn report(&self, reading: &mut Reading<'_>, all: &[(&str, Seen<'_>)]) {
        let guesses = Guesses::default();
        for rule in &self.rules {
            // excluding deprecated operations is a precaution, not a mistake if there are none
            let is_precaution = rule.pattern == Pattern::Deprecated && !rule.choice.include;
            if rule.matched == 0 && !is_precaution {
                reading.diagnostics.push(unknown(&guesses, rule, all));
            } else if let (0, Some(rival)) = (rule.decided, rule.rival) {
                reading.diagnostics.push(covered(rule, &self.rules[rival]));
            }
        }
    }
}

fn unknown(guesses: &Guesses, rule: &Rule<'_>, all: &[(&str, Seen<'_>)]) -> Diagnostic {
    let pattern = &rule.choice.pattern;
    let message = format!(
        "no operation of the document matches `{}`",
        pattern.value.trim()
    );
    Diagnostic::new(Code::UNKNOWN_OPERATION, pattern.span, message).help(guess_meant(
        guesses,
        rule.pattern,
        &pattern.value,
        all,
    ))
}

/// Guesses what a pattern without matches was meant to match.
pub(super) fn guess_meant(
    guesses: &Guesses,
    pattern: Pattern<'_>,
    written: &str,
    all: &[(&str, Seen<'_>)],
) -> Help {
    let operations = || all.iter().map(|(_, operation)| operation);
    let near = match pattern {
        Pattern::Name(name) => {
            let names = operations().map(|operation| operation.name.as_str());
            guesses.nearest(name, names).map(str::to_owned)
        }
        Pattern::Line { method, path } => {
            let methods: BTreeSet<String> = all
                .iter()
                .filter(|(_, operation)| pattern.matches_path(operation.path()))
                .map(|(method, _)| method.to_ascii_uppercase())
                .collect();
            if !methods.is_empty() {
                let methods = fields::quote_names(methods.iter().map(String::as_str));
                return Help::from(format!("`{path}` has {methods}"));
            }
            let wanted = format!("{} {path}", method.to_ascii_uppercase());
            let lines: Vec<String> = operations().map(Seen::line).collect();
            let near = guesses.nearest(&wanted, lines.iter().map(String::as_str));
            near.map(str::to_owned).or_else(|| {
                let paths = operations().map(Seen::path);
                guesses.nearest(path, paths).map(str::to_owned)
            })
        }
        Pattern::Tag(tag) => {
            let tags: BTreeSet<&str> = operations()
                .flat_map(|operation| operation.tags().iter().copied())
                .collect();
            let near = guesses
                .nearest(tag, tags.iter().copied())
                .map(|tag| format!("tag:{tag}"));
            if near.is_none() && (1..=8).contains(&tags.len()) {
                return Help::from(format!("the tags are {}", fields::quote_names(tags)));
            }
            near
        }
        Pattern::Extension(key) => {
            let keys: BTreeSet<&str> = operations()
                .flat_map(|operation| operation.extensions().iter().copied())
                .collect();
            let near = guesses.nearest(key, keys.iter().copied());
            let near = near.map(|key| format!("extension:{key}"));
            if near.is_none() && (1..=8).contains(&keys.len()) {
                let keys = fields::quote_names(keys);
                return Help::from(format!("the extensions of operations are {keys}"));
            }
            near
        }
        Pattern::Deprecated => return "remove it: no operation is deprecated".into(),
    };
    match near {
        Some(near) => ask_whether(written, near),
        None => {
            "write an `operationId`, a method and path such as `GET /pets/*`, or `tag:NAME`".into()
        }
    }
}

fn covered(rule: &Rule<'_>, rival: &Rule<'_>) -> Diagnostic {
    let pattern = &rule.choice.pattern;
    let message = format!(
        "`{}` has no effect: an earlier pattern decides about every operation that it matches",
        pattern.value.trim()
    );
    Diagnostic::new(Code::UNREACHABLE_CHOICE, pattern.span, message)
        .also(rival.choice.pattern.span, "this one comes first")
        .help("remove it, or move it before the other")
}
