//! Noun: what tools do to what flows through a worker, and what of it may not come together.

use crate::source::{Span, Spanned};
use std::collections::BTreeSet;

/// What a tool does to what flows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// It reads what not everybody may see.
    Private,
    /// It brings in what strangers have written.
    Untrusted,
    /// It sends something to others.
    Outbound,
}

impl Label {
    /// Every label with its word.
    pub const ALL: &'static [(&'static str, Label)] = &[
        ("private", Label::Private),
        ("untrusted", Label::Untrusted),
        ("outbound", Label::Outbound),
    ];

    /// Its word.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, label)| *label == self)
            .map_or("", |(name, _)| name)
    }
}

/// Labels that together are forbidden, or excepted.
pub type Combination = BTreeSet<Label>;

/// `private, untrusted, outbound`
pub fn show_combination(labels: &Combination) -> String {
    let names: Vec<&str> = labels.iter().map(|label| label.name()).collect();
    names.join(", ")
}

/// How the lines begin that say what is forbidden, and what is allowed all the same.
pub const FORBID: &str = "forbid ";
/// The second of them.
pub const ALLOW: &str = "allow ";

/// What `flow` says, of `toolc.yaml` or of a worker.
#[derive(Debug, Clone, Default)]
pub struct FlowPolicy {
    /// `forbid`: what may not come together; `None` where nothing is said.
    pub forbid: Option<Vec<Spanned<Combination>>>,
    /// `allow`: what may all the same, with the reason.
    pub allow: Vec<FlowException>,
    /// `labels`: those of single tools, by qualified names.
    pub labels: Vec<(Spanned<String>, Combination)>,
    /// What workers forbid that this one extends; no exception of its own counts there.
    pub inherited: Vec<Spanned<Combination>>,
}

/// A combination that is allowed.
#[derive(Debug, Clone)]
pub struct FlowException {
    /// What it is.
    pub labels: Spanned<Combination>,
    /// Why.
    pub reason: Spanned<String>,
}

impl FlowPolicy {
    /// The policy of a worker that extends one with this policy: what the parent forbids, and does not
    /// except itself, stays forbidden; what it says of tools stays said.
    pub fn extend(mut self, parent: &FlowPolicy) -> Self {
        let is_open = |it: &&Spanned<Combination>| !parent.excepts(&it.value);
        let theirs = parent.forbid.iter().flatten().filter(is_open);
        for forbidden in theirs.chain(&parent.inherited) {
            if self
                .inherited
                .iter()
                .all(|known| known.value != forbidden.value)
            {
                self.inherited.push(forbidden.clone());
            }
        }
        for (name, labels) in &parent.labels {
            match self
                .labels
                .iter_mut()
                .find(|(own, _)| own.value == name.value)
            {
                Some((_, own)) => own.extend(labels),
                None => self.labels.push((name.clone(), labels.clone())),
            }
        }
        self
    }

    /// Whether nothing is said.
    pub fn is_silent(&self) -> bool {
        self.forbid.is_none() && self.allow.is_empty() && self.labels.is_empty()
    }

    /// Whether a combination is allowed by an exception.
    pub fn excepts(&self, combination: &Combination) -> bool {
        self.allow.iter().any(|it| it.labels.value == *combination)
    }

    /// What is said, a line for each: `forbid private, outbound`.
    pub fn lines(&self) -> Vec<String> {
        let forbidden = self.forbid.iter().flatten();
        let mut lines: Vec<String> = forbidden
            .chain(&self.inherited)
            .map(|it| format!("{FORBID}{}", show_combination(&it.value)))
            .collect();
        if self.forbid.as_ref().is_some_and(Vec::is_empty) {
            lines.push(format!("{ALLOW}everything that is not forbidden elsewhere"));
        }
        let allow = self.allow.iter();
        lines.extend(allow.map(|it| {
            let labels = show_combination(&it.labels.value);
            format!("{ALLOW}{labels}: {}", it.reason.value)
        }));
        let labels = self.labels.iter();
        lines.extend(
            labels.map(|(name, labels)| match show_combination(labels).as_str() {
                "" => format!("{}: no label", name.value),
                words => format!("{}: {words}", name.value),
            }),
        );
        lines
    }

    /// Where something is said.
    pub fn place(&self) -> Option<Span> {
        let forbid = self.forbid.iter().flatten().map(|it| it.span);
        let allow = self.allow.iter().map(|it| it.labels.span);
        let labels = self.labels.iter().map(|(name, _)| name.span);
        let inherited = self.inherited.iter().map(|it| it.span);
        forbid.chain(allow).chain(labels).chain(inherited).next()
    }

    /// What is said of a tool, and where.
    pub fn labels_of(&self, name: &str) -> Option<(&Spanned<String>, &Combination)> {
        let found = self.labels.iter().find(|(tool, _)| tool.value == name)?;
        Some((&found.0, &found.1))
    }
}
