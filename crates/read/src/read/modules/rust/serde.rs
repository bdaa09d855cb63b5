//! How serde attributes affect the JSON of a type, a variant or a field. An effect that a schema
//! cannot express is an error: no attribute is ignored.

use super::attributes::{Attributes, Value, Word};
use super::case::Case;
use proc_macro2::Span;

/// The direction in which a type is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    /// Deserialized: arguments.
    In,
    /// Serialized: results.
    Out,
}

/// An attribute that cannot be supported, and why.
pub(super) type Unfit = (Span, String);

/// The attributes of a struct or an enum.
#[derive(Debug, Default)]
pub(super) struct Container {
    pub(super) fields: Option<Case>,
    pub(super) variants: Option<Case>,
    pub(super) closed: bool,
    pub(super) default: Option<DefaultWord>,
    pub(super) transparent: bool,
    pub(super) tag: Option<String>,
    pub(super) content: Option<String>,
    pub(super) untagged: bool,
}

/// The attributes of a field or a variant.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) name: Option<String>,
    pub(super) case: Option<Case>,
    pub(super) default: Option<DefaultWord>,
    pub(super) skip: bool,
    /// Whether it may be missing from serialized values.
    pub(super) may_lack: bool,
    pub(super) flatten: Option<Span>,
    pub(super) untagged: Option<Span>,
    /// The attribute that reads or writes it differently from its type.
    pub(super) custom: Option<Custom>,
}

/// An attribute that reads or writes a field with functions of somebody's.
#[derive(Debug)]
pub(super) struct Custom {
    pub(super) span: Span,
    /// `with`, `deserialize_with` or `serialize_with`.
    pub(super) word: String,
    /// The path that it names.
    pub(super) path: Option<String>,
}

/// `default`, or `default = "function"`.
#[derive(Debug)]
pub(super) struct DefaultWord {
    pub(super) span: Span,
    pub(super) function: Option<String>,
}

impl DefaultWord {
    fn of(word: &Word) -> Self {
        DefaultWord {
            span: word.span,
            function: word.text(),
        }
    }
}

impl Custom {
    fn of(word: &Word) -> Self {
        Custom {
            span: word.span,
            word: word.name.clone(),
            path: word.text(),
        }
    }
}

const CUSTOM: &str = "decides what the JSON is while the program runs";

impl Container {
    /// For a struct, where `rename_all` applies to fields, or an enum, where it applies to
    /// variants.
    pub(super) fn of(
        attributes: &Attributes,
        is_enum: bool,
        direction: Direction,
        unfit: &mut Vec<Unfit>,
    ) -> Self {
        let mut found = Container::default();
        for word in &attributes.serde {
            match word.name.as_str() {
                "rename_all" if is_enum => found.variants = case(word, direction, unfit),
                "rename_all" => found.fields = case(word, direction, unfit),
                "rename_all_fields" => found.fields = case(word, direction, unfit),
                "deny_unknown_fields" => found.closed = true,
                "default" => found.default = Some(DefaultWord::of(word)),
                "transparent" => found.transparent = true,
                "tag" => found.tag = word.text(),
                "content" => found.content = word.text(),
                "untagged" => found.untagged = true,
                // the name of a type is not part of its JSON
                "rename" | "crate" | "expecting" => {}
                "from" | "try_from" if direction == Direction::Out => {}
                "into" if direction == Direction::In => {}
                "from" | "try_from" | "into" | "remote" => unfit.push(refused(word, CUSTOM)),
                _ => unfit.push(refused(word, "has no form in a schema")),
            }
        }
        found
    }
}

impl Part {
    pub(super) fn of(
        attributes: &Attributes,
        direction: Direction,
        unfit: &mut Vec<Unfit>,
    ) -> Self {
        let mut found = Part::default();
        let is_in = direction == Direction::In;
        for word in &attributes.serde {
            match word.name.as_str() {
                "rename" => match directed(word, direction) {
                    Ok(name) => found.name = name.or(found.name),
                    Err(()) => unfit.push(refused(word, "must be a string")),
                },
                "rename_all" => found.case = case(word, direction, unfit),
                "default" => found.default = Some(DefaultWord::of(word)),
                "skip" => found.skip = true,
                "skip_deserializing" => found.skip |= is_in,
                "skip_serializing" => found.skip |= !is_in,
                "skip_serializing_if" => found.may_lack = true,
                "flatten" => found.flatten = Some(word.span),
                "untagged" => found.untagged = Some(word.span),
                "with" => found.custom = Some(Custom::of(word)),
                "deserialize_with" if is_in => found.custom = Some(Custom::of(word)),
                "serialize_with" if !is_in => found.custom = Some(Custom::of(word)),
                "deserialize_with" | "serialize_with" => {}
                "alias" if !is_in => {}
                "alias" => unfit.push(refused(
                    word,
                    "gives a field a second name, which models do not see and nothing checks",
                )),
                "other" if !is_in => {}
                _ => unfit.push(refused(word, "has no form in a schema")),
            }
        }
        found
    }
}

fn refused(word: &Word, why: &str) -> Unfit {
    (word.span, format!("`{}` {why}", word.name))
}

/// `"x"`, or `(serialize = "x", deserialize = "y")`
fn directed(word: &Word, direction: Direction) -> Result<Option<String>, ()> {
    let wanted = match direction {
        Direction::In => "deserialize",
        Direction::Out => "serialize",
    };
    match &word.value {
        Value::List(words) => match words.iter().find(|word| word.name == wanted) {
            Some(word) => word.text().map(Some).ok_or(()),
            None => Ok(None),
        },
        _ => word.text().map(Some).ok_or(()),
    }
}

fn case(word: &Word, direction: Direction, unfit: &mut Vec<Unfit>) -> Option<Case> {
    let Ok(name) = directed(word, direction) else {
        unfit.push(refused(word, "must be a string"));
        return None;
    };
    let name = name?;
    let found = Case::ALL.iter().find(|(known, _)| *known == name);
    if found.is_none() {
        unfit.push((
            word.span,
            format!("`{name}` is not a `rename_all` rule of serde"),
        ));
    }
    found.map(|(_, case)| *case)
}
