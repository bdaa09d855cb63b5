//! Noun: how tools affect the data flowing through a worker, and which combinations are forbidden.

use std::collections::BTreeSet;
use toolc_base::source::{Span, Spanned};

/// How a tool affects the data flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// It reads data that not everybody may see.
    Private,
    /// It brings in text written by strangers.
    Untrusted,
    /// It sends data to others.
    Outbound,
}

impl Label {
    /// Every label, with its name.
    pub const ALL: &'static [(&'static str, Label)] = &[
        ("private", Label::Private),
        ("untrusted", Label::Untrusted),
        ("outbound", Label::Outbound),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, label)| *label == self)
            .map_or("", |(name, _)| name)
    }
}

/// Labels that are forbidden, or excepted, in combination.
pub type Combination = BTreeSet<Label>;

/// `private, untrusted, outbound`
pub fn show_combination(labels: &Combination) -> String {
    let names: Vec<&str> = labels.iter().map(|label| label.name()).collect();
    names.join(", ")
}

/// The prefix of a line that forbids a combination.
pub const FORBID: &str = "forbid ";
/// The prefix of a line that allows one nevertheless.
pub const ALLOW: &str = "allow ";
/// What a line says of a tool that has no label.
pub const NO_LABEL: &str = "no label";

/// The value of `flow` in `toolc.yaml` or in a worker.
#[derive(Debug, Clone, Default)]
pub struct FlowPolicy {
    /// `forbid`: the forbidden combinations, at least one; `None` if the key is absent.
    pub forbid: Option<Vec<Spanned<Combination>>>,
    /// `allow`: combinations that are allowed nevertheless, with the reason.
    pub allow: Vec<FlowException>,
    /// `labels`: the labels of single tools, by qualified name.
    pub labels: Vec<(Spanned<String>, Combination)>,
    /// Combinations forbidden by workers that this one extends; its own exceptions do not apply to
    /// them.
    pub inherited: Vec<Spanned<Combination>>,
}

/// A combination that is allowed.
#[derive(Debug, Clone)]
pub struct FlowException {
    /// The combination.
    pub labels: Spanned<Combination>,
    /// Why.
    pub reason: Spanned<String>,
}

impl FlowPolicy {
    /// The policy of a worker that extends one with this `parent` policy. Everything that the
    /// parent forbids without exception stays forbidden, and the labels that it sets still apply.
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

    /// Whether the policy is empty.
    pub fn is_silent(&self) -> bool {
        self.forbid.is_none() && self.allow.is_empty() && self.labels.is_empty()
    }

    /// Whether a combination is allowed by an exception.
    pub fn excepts(&self, combination: &Combination) -> bool {
        self.allow.iter().any(|it| it.labels.value == *combination)
    }

    /// The policy as lines: `forbid private, outbound`.
    pub fn lines(&self) -> Vec<String> {
        let forbidden = self.forbid.iter().flatten();
        let mut lines: Vec<String> = forbidden
            .chain(&self.inherited)
            .map(|it| format!("{FORBID}{}", show_combination(&it.value)))
            .collect();
        let allow = self.allow.iter();
        lines.extend(allow.map(|it| {
            let labels = show_combination(&it.labels.value);
            format!("{ALLOW}{labels}: {}", it.reason.value)
        }));
        let labels = self.labels.iter();
        lines.extend(
            labels.map(|(name, labels)| match show_combination(labels).as_str() {
                "" => format!("{}: {NO_LABEL}", name.value),
                words => format!("{}: {words}", name.value),
            }),
        );
        lines
    }

    /// The place of some part of the policy.
    pub fn place(&self) -> Option<Span> {
        let forbid = self.forbid.iter().flatten().map(|it| it.span);
        let allow = self.allow.iter().map(|it| it.labels.span);
        let labels = self.labels.iter().map(|(name, _)| name.span);
        let inherited = self.inherited.iter().map(|it| it.span);
        forbid.chain(allow).chain(labels).chain(inherited).next()
    }

    /// The labels set for a tool, and where.
    pub fn labels_of(&self, name: &str) -> Option<(&Spanned<String>, &Combination)> {
        let found = self.labels.iter().find(|(tool, _)| tool.value == name)?;
        Some((&found.0, &found.1))
    }
}
