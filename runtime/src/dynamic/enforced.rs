//! The schemas of run-time tools as validators: JSON Schema 2020-12, with the formats that compiled tools have.

use crate::format::Format;
use crate::violation::{Violation, Violations, clean_line};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

/// The keywords that violations name.
const KEYWORDS: &[&str] = &[
    "additionalProperties",
    "anyOf",
    "const",
    "contains",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "propertyNames",
    "required",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Why a schema cannot be enforced.
pub(super) struct Unenforceable {
    /// Where, as a JSON pointer into the schema.
    pub pointer: String,
    pub problem: String,
}

/// Makes a validator of a schema. It reads nothing but the schema: a reference to another document is an error, and so is
/// a pattern that needs backtracking, for which a text could be written that takes forever.
pub(super) fn compile_schema(schema: &Value) -> Result<Validator, Unenforceable> {
    let mut options = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_pattern_options(PatternOptions::regex())
        .should_validate_formats(true);
    for (name, format) in Format::ALL {
        options = options.with_format(*name, |text: &str| format.accepts(text));
    }
    options.build(schema).map_err(|error| Unenforceable {
        pointer: error.instance_path().to_string(),
        problem: clean_line(&error.to_string()).into_owned(),
    })
}

/// What arguments break. No message has a value of theirs.
pub(super) fn find_violations(validator: &Validator, arguments: &Value) -> Violations {
    let mut violations = Violations::default();
    for error in validator.iter_errors(arguments) {
        let message = error.masked_with("the value").to_string();
        let mut one = Violations::default();
        one.push(Violation {
            pointer: String::new(),
            keyword: name_keyword(error.kind()),
            message: clean_line(&message).into_owned().into(),
        });
        // Keys may be as long and as strange as whoever calls wants, so they are written as those of compiled tools are.
        let path = error.instance_path().to_string();
        let keys: Vec<&str> = path.split('/').skip(1).collect();
        for key in keys.iter().rev() {
            one.prefix(0, &key.replace("~1", "/").replace("~0", "~"));
        }
        one.iter().cloned().for_each(|each| violations.push(each));
    }
    violations
}

fn name_keyword(kind: &ValidationErrorKind) -> &'static str {
    let mut keywords = KEYWORDS.iter();
    let known = keywords.find(|keyword| **keyword == kind.keyword());
    known.copied().unwrap_or("schema")
}
