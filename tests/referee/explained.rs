//! The ways in which violations may differ from those of the reference validator. `docs/violations.md` has an
//! example of each and says why.

use std::collections::BTreeSet;
use toolc_runtime::violation::MAX_VIOLATIONS;

/// Keywords and pointers.
pub type Errors = BTreeSet<(String, String)>;

/// Whether a violation that only one side has is explained, given those of both sides.
type Explains = fn(&Errors, &Errors, &(String, String)) -> bool;

/// By its heading in `docs/violations.md`: what explains a violation that only the reference validator has,
/// and one that only toolc has.
const CLASSES: &[(&str, Explains, Explains)] = &[
    (
        "Alternatives that are told apart",
        |_, own, missing| {
            is_union(&missing.0) && own.iter().any(|(_, pointer)| is_below(pointer, &missing.1))
        },
        |referee, _, further| {
            let holds = |(keyword, pointer): &(String, String)| {
                is_union(keyword) && is_below(&further.1, pointer)
            };
            referee.iter().any(holds)
        },
    ),
    (
        "A schema that no value satisfies",
        |_, own, missing| {
            let never = |(keyword, pointer): &(String, String)| {
                keyword == "false_schema" && is_below(&missing.1, pointer)
            };
            own.iter().any(never)
        },
        |referee, _, further| {
            let says = |(_, pointer): &(String, String)| is_below(pointer, &further.1);
            further.0 == "false_schema" && referee.iter().any(says)
        },
    ),
    (
        "An `enum` of one value",
        |_, own, missing| missing.0 == "enum" && has(own, "const", &missing.1),
        |referee, _, further| further.0 == "const" && has(referee, "enum", &further.1),
    ),
    (
        "An `enum` of `true` and `false`",
        |_, own, missing| missing.0 == "enum" && has(own, "type", &missing.1),
        |_, _, _| false,
    ),
    (
        "Strings that are listed without a `type`",
        |_, _, _| false,
        |referee, _, further| {
            let listed = ["enum", "const"];
            further.0 == "type"
                && listed
                    .iter()
                    .any(|keyword| has(referee, keyword, &further.1))
        },
    ),
    (
        "Rules for values of another type",
        |_, own, missing| TYPED.contains(&missing.0.as_str()) && has(own, "type", &missing.1),
        |_, _, _| false,
    ),
    (
        "More than are kept",
        |_, own, _| own.len() >= MAX_VIOLATIONS,
        |_, _, _| false,
    ),
];

/// Keywords that apply to values of one type.
const TYPED: &[&str] = &[
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "minProperties",
    "maxProperties",
];

/// Returns the classes that explain a difference.
///
/// # Errors
/// Returns what no class explains: the violations of the reference validator only, and those of toolc only.
pub fn explain(referee: &Errors, own: &Errors) -> Result<BTreeSet<&'static str>, [String; 2]> {
    let mut used = BTreeSet::new();
    let mut unexplained = [String::new(), String::new()];
    for missing in referee.difference(own) {
        match CLASSES
            .iter()
            .find(|(_, explains, _)| explains(referee, own, missing))
        {
            Some((name, ..)) => drop(used.insert(*name)),
            None => unexplained[0] += &format!("{} at {:?}; ", missing.0, missing.1),
        }
    }
    for further in own.difference(referee) {
        match CLASSES
            .iter()
            .find(|(_, _, explains)| explains(referee, own, further))
        {
            Some((name, ..)) => drop(used.insert(*name)),
            None => unexplained[1] += &format!("{} at {:?}; ", further.0, further.1),
        }
    }
    if unexplained.iter().all(String::is_empty) {
        Ok(used)
    } else {
        Err(unexplained)
    }
}

fn is_union(keyword: &str) -> bool {
    matches!(keyword, "anyOf" | "oneOf")
}

fn has(errors: &Errors, keyword: &str, pointer: &str) -> bool {
    errors.contains(&(keyword.to_owned(), pointer.to_owned()))
}

fn is_below(pointer: &str, parent: &str) -> bool {
    let rest = pointer.strip_prefix(parent);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
