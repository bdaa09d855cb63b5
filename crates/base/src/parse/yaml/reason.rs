//! YAML errors in our own words.

use granit_parser::ErrorKind as Kind;

/// What is wrong, and what to do about it.
pub(super) fn describe_fault(kind: &Kind) -> (String, &'static str) {
    for (kinds, reason, help) in REASONS {
        if kinds.contains(kind) {
            return ((*reason).to_owned(), help);
        }
    }
    if let Kind::UnexpectedCharacter { character } = kind {
        if character.is_control() {
            let reason = format!(
                "it contains the control character `{}`",
                character.escape_unicode()
            );
            return (
                reason,
                "remove it, or write its escape in double quotes, such as `\"\\x1B\"`",
            );
        }
        let reason = match character {
            '`' => "a value cannot begin with a backtick".to_owned(),
            _ => format!("a value cannot begin with `{}`", character.escape_default()),
        };
        return (reason, "put the value in quotes");
    }
    if let Kind::MismatchedFlowCollectionEnd { open, close } = kind {
        let reason = format!("a `{open}` is closed with `{close}`");
        return (reason, "close `{` with `}`, and `[` with `]`");
    }
    (kind.to_string().replace('\'', "`"), "")
}

type Row = (&'static [Kind], &'static str, &'static str);

const REASONS: &[Row] = &[
    (
        &[
            Kind::TabNotAllowed,
            Kind::TabInBlockIndentation,
            Kind::TabInIndentation,
            Kind::TabAtBlockScalarStart,
        ],
        "there is a tab in the indentation",
        "indent with spaces",
    ),
    (
        &[
            Kind::InvalidIndentation,
            Kind::ExpectedBlockMappingKey,
            Kind::ExpectedBlockSequenceEntry,
        ],
        "the indentation does not match the lines above",
        "indent all entries of a mapping or list by the same number of spaces",
    ),
    (
        &[Kind::MappingValueNotAllowed, Kind::InvalidColonPlacement],
        "there is a `:` where no key can end",
        "put a text that holds `: ` in quotes",
    ),
    (
        &[Kind::SimpleKeyExpected, Kind::InvalidSimpleKey],
        "a key has no `:`",
        "write `key: value`, with a space after the colon",
    ),
    (
        &[Kind::InvalidQuotedScalarIndent],
        "a quotation mark, `{` or `[` is not closed, or its contents go on without indentation",
        "close it, or indent the following lines",
    ),
    (
        &[
            Kind::UnexpectedEofFlowSequence,
            Kind::UnexpectedEofFlowMapping,
            Kind::UnexpectedEofImplicitFlowMapping,
        ],
        "a bracket is not closed",
        "close it with `]` or `}`",
    ),
    (
        &[
            Kind::ExpectedFlowMappingSeparator,
            Kind::ExpectedFlowSequenceSeparator,
        ],
        "a `,` or a closing bracket is missing",
        "write `,` between entries, and put texts with quotation marks or brackets in quotes",
    ),
    (
        &[Kind::MisplacedFlowCollectionEnd],
        "a bracket is closed that is not open",
        "remove it, or put the text in quotes",
    ),
    (
        &[Kind::InvalidBlockScalarHeader],
        "a `|` or `>` is not at the end of its line",
        "begin the text on the next line, indented, or put it in quotes",
    ),
    (
        &[Kind::CommentInterceptedScalar],
        "a comment interrupts a string",
        "move the comment above the string",
    ),
    (
        &[Kind::CommentNotSeparated],
        "the `#` of a comment must follow a space",
        "write a space before it, or put the text in quotes",
    ),
    (
        &[
            Kind::UnknownQuotedScalarEscape,
            Kind::InvalidQuotedScalarHexEscape,
        ],
        "a string in double quotes has an escape that YAML does not know",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    (
        &[
            Kind::InvalidLowSurrogateHexEscape,
            Kind::InvalidLowSurrogate,
            Kind::MissingLowSurrogate,
            Kind::UnpairedLowSurrogate,
            Kind::InvalidUnicodeEscape,
        ],
        "an escape is half of a surrogate pair",
        "write the character itself",
    ),
];
