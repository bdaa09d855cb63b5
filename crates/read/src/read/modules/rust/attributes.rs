//! The attributes of items, fields and variants: documentation, and the arguments of `serde` and `schemars`.

use super::items::parse_item;
use super::names::plain_name;
use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};
use toolc_model::model::native::Described;

/// An argument in a list such as `serde(…)`: `default`, `rename = "…"`, `range(min = 1)`.
pub(super) struct Word {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) value: Value,
}

/// What follows the name of an argument.
pub(super) enum Value {
    Nothing,
    Expr(Box<Expr>),
    List(Vec<Word>),
}

impl Word {
    /// The string that it is set to.
    pub(super) fn text(&self) -> Option<String> {
        match &self.value {
            Value::Expr(expr) => literal_text(expr),
            _ => None,
        }
    }

    /// The arguments in its parentheses.
    pub(super) fn list(&self) -> &[Word] {
        match &self.value {
            Value::List(words) => words,
            _ => &[],
        }
    }
}

/// The string in a literal.
pub(super) fn literal_text(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// The contents of some attributes.
#[derive(Default)]
pub(super) struct Attributes {
    /// The documentation, line by line.
    docs: Vec<String>,
    pub(super) described: Option<Span>,
    pub(super) serde: Vec<Word>,
    pub(super) schemars: Vec<Word>,
    /// `#[cfg(…)]`, or attributes that cannot be parsed, with the reason.
    pub(super) faults: Vec<(Span, &'static str)>,
    derives: Vec<String>,
    /// How `JsonSchema` is derived, if it is.
    pub(super) json_schema: Option<Described>,
}

/// The condition under which an attribute applies.
#[derive(Clone)]
enum Condition {
    Always,
    Known(Described),
    Unknown,
}

impl Attributes {
    pub(super) fn of(attributes: &[Attribute]) -> Self {
        let mut found = Attributes::default();
        for attribute in attributes {
            found.add(&attribute.meta, &Condition::Always);
        }
        found
    }

    /// The documentation as one text.
    pub(super) fn description(&self) -> String {
        let text = self.docs.join("\n");
        let lines = text
            .lines()
            .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }

    /// Whether a trait is derived unconditionally.
    pub(super) fn derives(&self, name: &str) -> bool {
        self.derives.iter().any(|derived| derived == name)
    }

    fn add(&mut self, meta: &Meta, condition: &Condition) {
        let Some(name) = meta.path().get_ident() else {
            return;
        };
        let span = name.span();
        let is_always = matches!(condition, Condition::Always);
        match (plain_name(name).as_str(), meta) {
            ("doc", Meta::NameValue(value)) => {
                if let Some(text) = literal_text(&value.value) {
                    self.described.get_or_insert(span);
                    self.docs.push(text);
                }
            }
            ("cfg", _) => self
                .faults
                .push((span, "it is present only under a condition")),
            ("serde", Meta::List(list)) if is_always => match read_words(list.tokens.clone()) {
                Ok(words) => self.serde.extend(words),
                Err(error) => self.faults.push((error.span(), "it cannot be read")),
            },
            ("serde", _) => self
                .faults
                .push((span, "it applies only under a condition")),
            ("schemars" | "validate", Meta::List(list)) => match read_words(list.tokens.clone()) {
                Ok(words) => self.schemars.extend(words),
                Err(error) => self.faults.push((error.span(), "it cannot be read")),
            },
            ("garde", _) => self.faults.push((
                span,
                "rules of `garde` are not read: say them as `schemars(…)` too",
            )),
            ("derive", Meta::List(list)) => self.derive(list.tokens.clone(), condition),
            ("cfg_attr", Meta::List(list)) => self.conditional(list.tokens.clone()),
            _ => {}
        }
    }

    fn derive(&mut self, tokens: TokenStream, condition: &Condition) {
        let parser = Punctuated::<syn::Path, Token![,]>::parse_terminated;
        for path in parser.parse2(tokens).into_iter().flatten() {
            let last = path.segments.last().map(|last| plain_name(&last.ident));
            match (last.as_deref(), condition) {
                (Some("JsonSchema"), Condition::Always) => {
                    self.json_schema = Some(Described { feature: None });
                }
                (Some("JsonSchema"), Condition::Known(described)) => {
                    self.json_schema = Some(described.clone());
                }
                (Some(name), Condition::Always) => self.derives.push(name.to_owned()),
                _ => {}
            }
        }
    }

    /// `cfg_attr(CONDITION, ATTRIBUTE…)`
    fn conditional(&mut self, tokens: TokenStream) {
        let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
        let Ok(list) = parser.parse2(tokens) else {
            return;
        };
        let mut list = list.iter();
        let condition = list.next().map_or(Condition::Unknown, condition);
        for meta in list {
            self.add(meta, &condition);
        }
    }
}

/// Only `test`, or a feature of the crate, is supported.
fn condition(meta: &Meta) -> Condition {
    match meta {
        Meta::Path(path) if path.is_ident("test") => Condition::Known(Described { feature: None }),
        Meta::NameValue(value) if value.path.is_ident("feature") => {
            match literal_text(&value.value) {
                Some(feature) => Condition::Known(Described {
                    feature: Some(feature),
                }),
                None => Condition::Unknown,
            }
        }
        _ => Condition::Unknown,
    }
}

/// The arguments in a list.
pub(super) fn read_words(tokens: TokenStream) -> syn::Result<Vec<Word>> {
    let parser = |input: ParseStream<'_>| {
        let mut words = Vec::new();
        while !input.is_empty() {
            words.push(word(input)?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(words)
    };
    parser.parse2(tokens)
}

fn word(input: ParseStream<'_>) -> syn::Result<Word> {
    let (name, span) = if input.peek(syn::LitStr) {
        let text: syn::LitStr = input.parse()?;
        (text.value(), text.span())
    } else {
        let name = input.call(<syn::Ident as syn::ext::IdentExt>::parse_any)?;
        (plain_name(&name), name.span())
    };
    let value = if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        Value::Expr(Box::new(input.parse()?))
    } else if input.peek(syn::token::Paren) {
        let inner;
        syn::parenthesized!(inner in input);
        Value::List(read_words(inner.parse()?)?)
    } else {
        Value::Nothing
    };
    Ok(Word { name, span, value })
}

/// A type given as a string.
pub(super) fn type_in(text: &str) -> Option<syn::Type> {
    let tokens: TokenStream = text.parse().ok()?;
    parse_item(&tokens.into_iter().collect::<Vec<_>>()).ok()
}
