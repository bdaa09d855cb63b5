//! The class of change that a drift finding reports. A code says what changed; the class says who is affected.

/// The class of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A tool was added.
    ToolAdded,
    /// A tool was removed.
    ToolRemoved,
    /// A tool was renamed.
    ToolRenamed,
    /// Text that a model reads.
    Text,
    /// Some call that was valid no longer is.
    InputBreaking,
    /// It is unknown whether some call that was valid no longer is: neither an example nor a proof
    /// was found.
    InputUndecided,
    /// Every call that was valid still is.
    InputCompatible,
    /// The same calls are valid.
    InputEquivalent,
    /// Some result is possible that was not before.
    OutputBreaking,
    /// It is unknown whether some new result is possible: neither an example nor a proof was found.
    OutputUndecided,
    /// Every possible result was possible before.
    OutputCompatible,
    /// The same results are possible.
    OutputEquivalent,
    /// The output schema is not shown, and no result is held to it.
    OutputHidden,
    /// A digest does not match its schema.
    Fingerprint,
    /// How arguments are turned into a request.
    Request,
    /// Hints and other metadata.
    Annotations,
    /// The effect of a call.
    Effect,
    /// The wire name.
    WireName,
    /// What runs a tool.
    Engine,
    /// Where requests may go.
    Host,
    /// The credentials of requests.
    Credentials,
    /// Limits of time, size and number.
    Limits,
    /// How results are checked.
    OutputPolicy,
    /// The reach of files and commands, what of a call is kept secret, and the frame around results that others wrote.
    Confinement,
    /// Which tools are strict, that is, for which a provider makes models follow the schema; and
    /// with what schemas.
    Strict,
    /// Any other setting.
    Setting,
    /// More calls run without asking.
    ApprovalLoosened,
    /// Fewer calls run without asking.
    ApprovalTightened,
    /// Whether more or fewer calls run without asking is unknown.
    ApprovalChanged,
    /// The same calls run without asking, by different rules.
    ApprovalEquivalent,
    /// A worker may call more tools.
    WhitelistGrown,
    /// A worker may call fewer tools.
    WhitelistShrunk,
    /// A worker was added.
    WorkerAdded,
    /// A worker was removed.
    WorkerRemoved,
}

impl Class {
    /// Every class, with its name and what it means for the users of the tool.
    pub const ALL: &'static [(Class, &'static str, &'static str)] = &[
        (
            Class::ToolAdded,
            "tool-added",
            "nobody has reviewed this tool",
        ),
        (
            Class::ToolRemoved,
            "tool-removed",
            "prompts and stored conversations may still call it",
        ),
        (
            Class::ToolRenamed,
            "tool-renamed",
            "prompts and stored conversations may still use the old name",
        ),
        (
            Class::Text,
            "text",
            "models read it, and cached prompts are no longer used",
        ),
        (
            Class::InputBreaking,
            "input-breaking",
            "calls that were valid are refused",
        ),
        (
            Class::InputUndecided,
            "input-undecided",
            "calls that were valid may be refused",
        ),
        (
            Class::InputCompatible,
            "input-compatible",
            "every call that was valid still is",
        ),
        (
            Class::InputEquivalent,
            "input-equivalent",
            "the same calls are valid",
        ),
        (
            Class::OutputBreaking,
            "output-breaking",
            "a model gets results that it did not expect",
        ),
        (
            Class::OutputUndecided,
            "output-undecided",
            "a model may get results that it did not expect",
        ),
        (
            Class::OutputCompatible,
            "output-compatible",
            "every result that is possible now was possible before",
        ),
        (
            Class::OutputEquivalent,
            "output-equivalent",
            "the same results are possible",
        ),
        (
            Class::OutputHidden,
            "output-hidden",
            "models are not shown what the tool returns, and no result is held to it",
        ),
        (
            Class::Fingerprint,
            "fingerprint",
            "the lock was edited, or another toolc wrote it",
        ),
        (
            Class::Request,
            "request",
            "the same arguments now make a different request",
        ),
        (
            Class::Annotations,
            "annotations",
            "hosts use them to decide whether to ask a person",
        ),
        (Class::Effect, "effect", "the tool states another effect"),
        (
            Class::WireName,
            "wire-name",
            "stored conversations call the tool by its old name",
        ),
        (Class::Engine, "engine", "something else runs the tool"),
        (Class::Host, "host", "requests go elsewhere"),
        (
            Class::Credentials,
            "credentials",
            "different secrets are sent, or the same ones to other places",
        ),
        (Class::Limits, "limits", "calls end sooner or later"),
        (
            Class::OutputPolicy,
            "output-policy",
            "results are checked differently",
        ),
        (
            Class::Confinement,
            "confinement",
            "other files, commands, secrets or texts from outside are within reach",
        ),
        (
            Class::Strict,
            "strict",
            "a provider enforces other schemas, or none",
        ),
        (
            Class::Setting,
            "setting",
            "a tool or worker behaves differently",
        ),
        (
            Class::ApprovalLoosened,
            "approval-loosened",
            "more is done without asking a person",
        ),
        (
            Class::ApprovalTightened,
            "approval-tightened",
            "less is done without asking a person",
        ),
        (
            Class::ApprovalChanged,
            "approval-changed",
            "more may be done without asking a person",
        ),
        (
            Class::ApprovalEquivalent,
            "approval-equivalent",
            "the same is done without asking a person",
        ),
        (
            Class::WhitelistGrown,
            "whitelist-grown",
            "a worker may call more",
        ),
        (
            Class::WhitelistShrunk,
            "whitelist-shrunk",
            "a worker may call less",
        ),
        (
            Class::WorkerAdded,
            "worker-added",
            "nobody has reviewed what it may do",
        ),
        (
            Class::WorkerRemoved,
            "worker-removed",
            "programs that start it will not find it",
        ),
    ];

    fn row(self) -> Option<&'static (Class, &'static str, &'static str)> {
        Class::ALL.iter().find(|(class, _, _)| *class == self)
    }

    /// `input-breaking`
    pub fn name(self) -> &'static str {
        self.row().map_or("", |(_, name, _)| name)
    }

    /// What it means for the users of the tool.
    pub fn meaning(self) -> &'static str {
        self.row().map_or("", |(_, _, meaning)| meaning)
    }

    /// The class with this name.
    pub fn from_name(name: &str) -> Option<Class> {
        let mut rows = Class::ALL.iter();
        rows.find(|(_, other, _)| *other == name)
            .map(|(class, _, _)| *class)
    }
}
