//! Noun: why a record is refused. The texts are those of a validator that is in use for training data, except for
//! [`Reason::Lost`].

use toolc_base::diagnostic::Code;

/// Why a record is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The answer is a text that is neither JSON nor a literal of Python.
    Unreadable,
    /// The answer is not a list of objects.
    Malformed,
    /// Two calls are the same, or have the same id.
    Repeated,
    /// The question names a tool, or shows a call.
    InQuestion,
    /// One call where several were expected.
    Single,
    /// No tool of this name was offered.
    Unoffered,
    /// A call has other keys than `name`, `arguments` and `id`.
    FurtherKeys,
    /// A call has no `name` or no `arguments`.
    MissingKeys,
    /// The schema refuses the arguments.
    Refused,
    /// The arguments are not an object.
    NotAnObject,
    /// The tool declares no argument of this name.
    Undeclared,
    /// An argument refers to the result of this call or of a later one.
    Early,
    /// The question does not contain the value.
    Unfounded,
    /// A text contains a reference, or refers to what no result has.
    Stray,
    /// The recorded results do not have what a reference leads to.
    Lost,
    /// There are references where none may be, or none where one must be.
    Nested,
}

/// Every reason, with its text and its code.
const REASONS: &[(Reason, &str, Code)] = &[
    (
        Reason::Unreadable,
        "Failed to parse tool call[s]",
        Code::UNREADABLE_ANSWER,
    ),
    (
        Reason::Malformed,
        "Malformed tool call[s]",
        Code::MALFORMED_CALL,
    ),
    (
        Reason::Repeated,
        "Duplicate tool call[s]",
        Code::REPEATED_CALL,
    ),
    (
        Reason::InQuestion,
        "Question contains tool call[s]",
        Code::CALL_IN_QUESTION,
    ),
    (
        Reason::Single,
        "Expected multiple tool calls",
        Code::SINGLE_CALL,
    ),
    (
        Reason::Unoffered,
        "Unrecognized/unavailable tool[s]",
        Code::UNOFFERED_TOOL,
    ),
    (
        Reason::FurtherKeys,
        "Malformed tool call with additional keys",
        Code::MALFORMED_CALL,
    ),
    (
        Reason::MissingKeys,
        "Missing mandatory field[s] (\"name\", \"arguments\")",
        Code::MALFORMED_CALL,
    ),
    (
        Reason::Refused,
        "Parameter validation error",
        Code::REFUSED_ARGUMENTS,
    ),
    (
        Reason::NotAnObject,
        "Malformed arguments",
        Code::MALFORMED_CALL,
    ),
    (
        Reason::Undeclared,
        "Hallucinated argument name",
        Code::UNDECLARED_ARGUMENT,
    ),
    (
        Reason::Early,
        "Nested future tool call reference failure",
        Code::MISPLACED_REFERENCE,
    ),
    (
        Reason::Unfounded,
        "Hallucinated argument value",
        Code::UNFOUNDED_VALUE,
    ),
    (
        Reason::Stray,
        "Indirect variable reference",
        Code::MISPLACED_REFERENCE,
    ),
    (
        Reason::Lost,
        "Unresolved variable reference",
        Code::MISPLACED_REFERENCE,
    ),
    (
        Reason::Nested,
        "Nested tool call validation failed",
        Code::MISPLACED_REFERENCE,
    ),
];

impl Reason {
    fn row(self) -> Option<&'static (Reason, &'static str, Code)> {
        REASONS.iter().find(|(reason, _, _)| *reason == self)
    }

    /// Its text; of [`Reason::Stray`] and [`Reason::Lost`], what stands before the value.
    pub fn text(self) -> &'static str {
        self.row().map_or("", |(_, text, _)| text)
    }

    /// The code of its findings.
    pub fn code(self) -> Code {
        self.row()
            .map_or(Code::MALFORMED_CALL, |(_, _, code)| *code)
    }
}
