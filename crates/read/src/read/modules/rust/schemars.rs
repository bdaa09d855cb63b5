//! What schemars attributes add to the schema of a type. Attributes that contradict serde are errors.

use super::attributes::{Attributes, Value as AttributeValue, Word, literal_text, type_in};
use super::nodes::{At, set_key};
use super::serde::Unfit;
use syn::{Expr, ExprLit, Lit, UnOp};
use toolc_base::node::{Node, Value};

/// The attributes of a field, a variant or a type.
#[derive(Default)]
pub(super) struct Keywords<'a> {
    /// The type to describe instead of the actual one.
    pub(super) with: Option<syn::Type>,
    pub(super) required: bool,
    pub(super) closed: bool,
    title: Option<String>,
    description: Option<String>,
    examples: Vec<Node>,
    rules: Vec<&'a Word>,
}

/// Keys that no schema from a module can have: they only matter for arguments that generated code
/// reads.
const NOT_HERE: &[&str] = &["x-hosts", "x-path", "x-rust-type"];

impl<'a> Keywords<'a> {
    pub(super) fn of(attributes: &'a Attributes, at: At, unfit: &mut Vec<Unfit>) -> Self {
        let mut found = Keywords::default();
        for word in &attributes.schemars {
            match word.name.as_str() {
                "title" => found.title = word.text(),
                "description" => found.description = word.text(),
                "with" => found.with = with(word, unfit),
                "required" => found.required = true,
                "deny_unknown_fields" => found.closed = true,
                "example" => match &word.value {
                    AttributeValue::Expr(expr) => match read_literal(expr, at) {
                        Some(value) => found.examples.push(value),
                        None => unfit.push(refused(word, "must be written out as a literal")),
                    },
                    _ => unfit.push(refused(word, "must be written out as a literal")),
                },
                "range" | "length" | "regex" | "pattern" | "email" | "url" | "extend" | "inner" => {
                    found.rules.push(word);
                }
                "crate" | "inline" | "nested" => {}
                _ => unfit.push(refused(
                    word,
                    "would make the schema differ from what serde reads",
                )),
            }
        }
        found
    }

    /// The description: from schemars' attribute, or else from the documentation.
    pub(super) fn described(&self, attributes: &Attributes) -> String {
        let own = self.description.clone();
        own.unwrap_or_else(|| attributes.description())
    }

    /// Adds these keywords to a schema. `kinds` determines the JSON types of a schema.
    pub(super) fn apply(
        &self,
        schema: &mut Node,
        at: At,
        kinds: &dyn Fn(&Node) -> Vec<String>,
        unfit: &mut Vec<Unfit>,
    ) {
        for word in &self.rules {
            if let Err(why) = rule(word, schema, at, kinds) {
                unfit.push(refused(word, why));
            }
        }
        if let Some(title) = &self.title {
            set_key(schema, "title", at.text(title));
        }
        if !self.examples.is_empty() {
            set_key(schema, "examples", at.list(self.examples.clone()));
        }
    }
}

fn with(word: &Word, unfit: &mut Vec<Unfit>) -> Option<syn::Type> {
    let found = word.text().and_then(|text| type_in(&text));
    if found.is_none() {
        unfit.push(refused(word, "must be a type in quotes"));
    }
    found
}

fn refused(word: &Word, why: &str) -> Unfit {
    (word.span, format!("`{}` {why}", word.name))
}

const LITERAL: &str = "must have its values written out as literals";

fn rule(
    word: &Word,
    schema: &mut Node,
    at: At,
    kinds: &dyn Fn(&Node) -> Vec<String>,
) -> Result<(), &'static str> {
    match word.name.as_str() {
        "range" => {
            for bound in word.list() {
                let keyword = match bound.name.as_str() {
                    "min" => "minimum",
                    "max" => "maximum",
                    _ => return Err("takes `min` and `max`"),
                };
                set_key(schema, keyword, number(bound, at).ok_or(LITERAL)?);
            }
        }
        "length" => length(word, schema, at, &kinds(schema))?,
        "regex" => {
            let pattern = word.list().iter().find(|word| word.name == "pattern");
            let pattern = pattern.and_then(Word::text).ok_or(LITERAL)?;
            set_key(schema, "pattern", at.text(&pattern));
        }
        "pattern" => set_key(schema, "pattern", at.text(&word.text().ok_or(LITERAL)?)),
        "email" => set_key(schema, "format", at.text("email")),
        "url" => set_key(schema, "format", at.text("uri")),
        "extend" => {
            for entry in word.list() {
                if NOT_HERE.contains(&entry.name.as_str()) {
                    return Err("sets a key that has no effect on functions");
                }
                let AttributeValue::Expr(expr) = &entry.value else {
                    return Err(LITERAL);
                };
                set_key(schema, &entry.name, read_literal(expr, at).ok_or(LITERAL)?);
            }
        }
        _ => {
            let items = schema.as_map_mut().and_then(|map| map.get_mut("items"));
            let items = items.ok_or("is for lists")?;
            for inner in word.list() {
                rule(inner, items, at, kinds)?;
            }
        }
    }
    Ok(())
}

fn length(word: &Word, schema: &mut Node, at: At, kinds: &[String]) -> Result<(), &'static str> {
    let is = |kind: &str| kinds.iter().any(|known| known == kind);
    let what = match kinds {
        _ if is("string") => "Length",
        _ if is("array") => "Items",
        _ if is("object") => "Properties",
        _ => return Err("is for texts, lists and maps"),
    };
    for bound in word.list() {
        let ends: &[&str] = match bound.name.as_str() {
            "min" => &["min"],
            "max" => &["max"],
            "equal" => &["min", "max"],
            _ => return Err("takes `min`, `max` and `equal`"),
        };
        let value = number(bound, at).ok_or(LITERAL)?;
        for end in ends {
            set_key(schema, &format!("{end}{what}"), value.clone());
        }
    }
    Ok(())
}

fn number(word: &Word, at: At) -> Option<Node> {
    let AttributeValue::Expr(expr) = &word.value else {
        return None;
    };
    let value = read_literal(expr, at)?;
    matches!(value.value, Value::Number(_)).then_some(value)
}

/// The JSON value of a literal.
pub(super) fn read_literal(expr: &Expr, at: At) -> Option<Node> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(_) => literal_text(expr).map(|text| at.text(&text)),
            Lit::Char(letter) => Some(at.text(&letter.value().to_string())),
            Lit::Bool(flag) => Some(at.flag(flag.value)),
            Lit::Int(digits) => Some(at.number(digits.base10_digits())),
            Lit::Float(digits) => float(digits.base10_digits()).map(|digits| at.number(digits)),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            let value = read_literal(&unary.expr, at)?;
            match value.value {
                Value::Number(digits) if !digits.starts_with('-') => {
                    Some(at.number(format!("-{digits}")))
                }
                _ => None,
            }
        }
        Expr::Array(list) => {
            let items = list.elems.iter().map(|item| read_literal(item, at));
            Some(at.list(items.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// Rust's `1.` and `1e3` in JSON syntax.
fn float(digits: &str) -> Option<String> {
    let text = match digits.split_once('.') {
        Some((whole, "")) => format!("{whole}.0"),
        _ => digits.to_owned(),
    };
    toolc_runtime::Json::parse(text.as_str()).ok()?;
    Some(text)
}
