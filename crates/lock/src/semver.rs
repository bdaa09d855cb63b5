//! Verb: what a change asks of a version number, for each of those who rely on tools: a table from the classes of
//! drift.

use crate::lock::{Lock, LockedTool};
use toolc_base::diagnostic::{Class, Code, Diagnostic};
use toolc_base::node::Node;

/// What a change asks of a version number (Semantic Versioning 2.0.0, sections 6 to 8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Nothing.
    None,
    /// What worked does so in the same way.
    Patch,
    /// What worked still does, and more may.
    Minor,
    /// Something that worked may not.
    Major,
}

impl Level {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Level::None => "none",
            Level::Patch => "patch",
            Level::Minor => "minor",
            Level::Major => "major",
        }
    }
}

/// Who relies on tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Models, with their prompts and conversations.
    Models,
    /// Programs that call with typed arguments and read results.
    Callers,
    /// People and policies that decide what may run.
    Approvers,
}

impl Audience {
    /// All of them, in the order of the columns of the table.
    pub const ALL: [Audience; 3] = [Audience::Models, Audience::Callers, Audience::Approvers];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Audience::Models => "models",
            Audience::Callers => "callers",
            Audience::Approvers => "approvers",
        }
    }
}

/// What a change asks for, for each audience.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levels {
    /// In the order of [`Audience::ALL`].
    pub levels: [Level; 3],
    /// Whether it could not be decided what the change does, so that it counts as major.
    pub is_undecided: bool,
}

impl Levels {
    /// The level for one audience.
    pub fn of(&self, audience: Audience) -> Level {
        let [models, callers, approvers] = self.levels;
        match audience {
            Audience::Models => models,
            Audience::Callers => callers,
            Audience::Approvers => approvers,
        }
    }
}

/// Whether the class says what a change does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Decided,
    /// It does not, so where the row has `Major` that is the worst case.
    Undecided,
}

use Known::{Decided, Undecided};
use Level::{Major, Minor, None, Patch};

/// Every class of change: what it asks for of models, callers and approvers.
const LEVELS: &[(Class, [Level; 3], Known)] = &[
    (Class::ToolAdded, [Minor, Minor, Minor], Decided),
    (Class::ToolRemoved, [Major, Major, Patch], Decided),
    (Class::ToolRenamed, [Major, Major, Patch], Decided),
    (Class::Text, [Patch, None, Patch], Decided),
    (Class::InputBreaking, [Major, Major, Patch], Decided),
    (Class::InputUndecided, [Major, Major, Patch], Undecided),
    // approvers see calls that they have not seen before
    (Class::InputCompatible, [Minor, Minor, Minor], Decided),
    (Class::InputEquivalent, [Patch, Patch, Patch], Decided),
    (Class::OutputBreaking, [Major, Major, None], Decided),
    (Class::OutputUndecided, [Major, Major, None], Undecided),
    (Class::OutputCompatible, [Patch, Minor, None], Decided),
    (Class::OutputEquivalent, [Patch, Patch, None], Decided),
    // the lock has only the digest of the schema
    (Class::OutputHidden, [None, Major, None], Undecided),
    (Class::Fingerprint, [Major, Major, Major], Undecided),
    // the calls are the same, and what they do is not what was approved
    (Class::Request, [None, Minor, Major], Undecided),
    // hints apart, see `changes_hints`
    (Class::Annotations, [Patch, Patch, Patch], Decided),
    (Class::Effect, [Patch, Minor, Major], Decided),
    (Class::WireName, [Major, Major, None], Decided),
    (Class::Engine, [None, Minor, Major], Undecided),
    (Class::Host, [None, Minor, Major], Decided),
    (Class::Credentials, [None, Minor, Major], Decided),
    (Class::Limits, [Patch, Minor, Patch], Decided),
    (Class::OutputPolicy, [Patch, Minor, None], Decided),
    (Class::Confinement, [Minor, Major, Major], Undecided),
    (Class::Strict, [Minor, None, None], Decided),
    (Class::Setting, [Minor, Minor, Minor], Decided),
    (Class::ApprovalLoosened, [None, Minor, Major], Decided),
    // where nobody can be asked, a call that ran is now denied
    (Class::ApprovalTightened, [None, Major, Major], Decided),
    (Class::ApprovalChanged, [None, Major, Major], Undecided),
    (Class::ApprovalEquivalent, [None, None, Patch], Decided),
    (Class::WhitelistGrown, [Minor, Minor, Minor], Decided),
    (Class::WhitelistShrunk, [Major, Major, Patch], Decided),
    (Class::WorkerAdded, [Minor, Minor, Minor], Decided),
    (Class::WorkerRemoved, [Major, Major, Patch], Decided),
];

/// What a finding of drift between two locks asks for; `None` if it reports no change.
pub fn find_levels(found: &Diagnostic, old: &Lock, new: &Lock) -> Option<Levels> {
    let class = found.class?;
    let mut rows = LEVELS.iter();
    let (_, levels, known) = rows.find(|(listed, _, _)| *listed == class)?;
    let mut levels = Levels {
        levels: *levels,
        is_undecided: *known == Undecided,
    };
    if found.code == Code::OLD_NAME_KEPT && class == Class::ToolRenamed {
        // calls under the old name still run
        levels.levels = [Minor, Minor, Patch];
    }
    if class == Class::Annotations && changes_hints(found, old, new) {
        levels.levels[2] = Major;
    }
    Some(levels)
}

/// Whether the hints changed by which hosts decide whether to ask a person.
fn changes_hints(found: &Diagnostic, old: &Lock, new: &Lock) -> bool {
    let Some(name) = &found.about.tool else {
        return true;
    };
    let tools = |lock: &'_ Lock| -> Vec<Vec<(String, String)>> {
        let named = lock.tools.iter().filter(|tool| tool.name == *name);
        named.map(list_hints).collect()
    };
    tools(old) != tools(new)
}

/// The hints of a tool (MCP, `ToolAnnotations`), with their values.
fn list_hints(tool: &LockedTool) -> Vec<(String, String)> {
    let annotations = tool.metadata.get("annotations").and_then(Node::as_map);
    let entries = annotations.into_iter().flat_map(|map| map.iter());
    let hints = entries.filter(|entry| entry.key.ends_with("Hint"));
    let mut hints: Vec<(String, String)> = hints
        .map(|entry| (entry.key.clone(), entry.value.to_canonical_json()))
        .collect();
    hints.sort();
    hints
}

#[cfg(test)]
mod tests {
    use super::LEVELS;
    use toolc_base::diagnostic::Class;

    #[test]
    fn every_class_has_one_row() {
        for (class, name, _) in Class::ALL {
            let rows = LEVELS.iter().filter(|(listed, _, _)| listed == class);
            assert_eq!(rows.count(), 1, "{name}");
        }
    }
}
