//! Turns enums into schemas, for the four ways in which serde tags them.

use super::Reader;
use super::attributes::Attributes;
use super::defaults::Fallback;
use super::items::{Item, Keyword};
use super::names::plain_name;
use super::nodes::{At, set_key};
use super::schemars::Keywords;
use super::serde::{Container, Part, Unfit};
use super::structs::{Around, Object};
use super::types::{Kind, span_of};
use syn::{Fields, Variant};
use toolc_base::node::Node;

/// How the variants of an enum are distinguished.
enum Tagging {
    /// By the only key of an object; variants without content are strings.
    Outside,
    /// By a key among those of the content.
    Inside(String),
    /// By a key next to the one with the content.
    Beside(String, String),
    /// Not at all.
    None,
}

impl Tagging {
    fn of(container: &Container) -> Self {
        match (&container.tag, &container.content) {
            _ if container.untagged => Tagging::None,
            (Some(tag), Some(content)) => Tagging::Beside(tag.clone(), content.clone()),
            (Some(tag), None) => Tagging::Inside(tag.clone()),
            _ => Tagging::Outside,
        }
    }
}

/// The schemas of an enum's variants.
#[derive(Default)]
struct Variants {
    /// The values of the variants that are strings.
    names: Vec<Node>,
    /// The documentation of these, one line each.
    notes: Vec<String>,
    /// The schemas of the other variants.
    alternatives: Vec<Node>,
}

impl<'r> Reader<'r> {
    pub(super) fn describe_enum(&mut self, item: &'r Item, found: &syn::ItemEnum, at: At) -> Node {
        let attributes = self.attributes(&found.attrs);
        self.check_derive(item, &attributes);
        let mut unfit = Vec::new();
        let container = Container::of(&attributes, true, self.direction, &mut unfit);
        let keywords = Keywords::of(&attributes, at, &mut unfit);
        let tagging = Tagging::of(&container);
        let mut variants = Variants::default();
        for variant in &found.variants {
            self.add_variant(&mut variants, variant, &container, &tagging, &mut unfit);
        }
        let is_any = matches!(tagging, Tagging::None);
        let mut schema = together(at, variants.names, variants.alternatives, is_any);
        self.finish(&mut schema, &attributes, &keywords, at, &mut unfit);
        self.note(&mut schema, &attributes, &keywords, &variants.notes, at);
        unfit.into_iter().for_each(|unfit| self.unfit(unfit));
        schema
    }

    /// Adds a variant, unless serde skips it.
    fn add_variant(
        &mut self,
        variants: &mut Variants,
        variant: &Variant,
        container: &Container,
        tagging: &Tagging,
        unfit: &mut Vec<Unfit>,
    ) {
        let at = At(self.span(variant.ident.span()));
        let attributes = self.attributes(&variant.attrs);
        let part = Part::of(&attributes, self.direction, unfit);
        if part.skip {
            return;
        }
        if let Some(custom) = &part.custom {
            self.custom(custom);
        }
        if let Some(span) = part.untagged {
            let message = "`untagged` of one variant has no form in a schema";
            unfit.push((span, message.to_owned()));
        }
        let plain = plain_name(&variant.ident);
        let name = match (part.name, container.variants) {
            (Some(name), _) => name,
            (None, Some(case)) => case.of_variant(&plain),
            (None, None) => plain,
        };
        let keywords = Keywords::of(&attributes, at, unfit);
        if let (Tagging::Outside, Fields::Unit) = (tagging, &variant.fields) {
            let description = keywords.described(&attributes);
            if !description.is_empty() {
                let line = format!("- `{name}`: {}", description.replace('\n', " "));
                variants.notes.push(line);
            }
            variants.names.push(at.text(&name));
            return;
        }
        let around = Around {
            case: part.case.or(container.fields),
            default: Fallback::Nothing,
        };
        let mut schema = self.variant(variant, &name, tagging, around, container.closed, at);
        self.finish(&mut schema, &attributes, &keywords, at, unfit);
        variants.alternatives.push(schema);
    }

    /// Appends the documentation of string variants to the description.
    fn note(
        &mut self,
        schema: &mut Node,
        attributes: &Attributes,
        keywords: &Keywords<'_>,
        notes: &[String],
        at: At,
    ) {
        if notes.is_empty() {
            return;
        }
        let description = keywords.described(attributes);
        let text = if description.is_empty() {
            notes.join("\n")
        } else {
            format!("{description}\n\n{}", notes.join("\n"))
        };
        set_key(schema, "description", at.text(&text));
    }

    fn variant(
        &mut self,
        variant: &Variant,
        name: &str,
        tagging: &Tagging,
        around: Around,
        closed: bool,
        at: At,
    ) -> Node {
        let tag = |tag: &str| {
            let value = at.map(vec![("type", at.text("string")), ("const", at.text(name))]);
            (at.entry(tag, value), at.text(tag))
        };
        let fields = &variant.fields;
        match tagging {
            Tagging::None => self.inside(fields, around, closed, at),
            Tagging::Outside => {
                let content = self.inside(fields, around, closed, at);
                let object = Object {
                    properties: vec![at.entry(name, content)],
                    required: vec![at.text(name)],
                    others: None,
                };
                object.into_schema(at, true)
            }
            Tagging::Beside(key, content) => {
                let (entry, required) = tag(key);
                let mut object = Object {
                    properties: vec![entry],
                    required: vec![required],
                    others: None,
                };
                if !matches!(fields, Fields::Unit) {
                    let inner = self.inside(fields, around, closed, at);
                    self.add(&mut object, at, content, inner, true);
                }
                object.into_schema(at, closed)
            }
            Tagging::Inside(key) => {
                let (entry, required) = tag(key);
                let mut object = Object {
                    properties: vec![entry],
                    required: vec![required],
                    others: None,
                };
                self.beside(&mut object, fields, around);
                object.into_schema(at, closed)
            }
        }
    }

    /// The content of a variant.
    fn inside(&mut self, fields: &Fields, around: Around, closed: bool, at: At) -> Node {
        match fields {
            Fields::Named(_) => self.object(fields, around).into_schema(at, closed),
            _ => self.content(fields, around, at),
        }
    }

    /// Adds the keys of a variant's content to an object that contains its tag.
    fn beside(&mut self, object: &mut Object, fields: &Fields, around: Around) {
        match fields {
            Fields::Unit => {}
            Fields::Named(_) => {
                let inner = self.object(fields, around);
                for entry in inner.properties {
                    let is_required = inner
                        .required
                        .iter()
                        .any(|name| name.as_str() == Some(&entry.key));
                    self.add(
                        object,
                        At(entry.key_span),
                        &entry.key,
                        entry.value,
                        is_required,
                    );
                }
                object.others = inner.others;
            }
            Fields::Unnamed(list) => {
                let Some(field) = list.unnamed.first() else {
                    return;
                };
                let at = At(self.span(span_of(&field.ty)));
                match self.kind(&field.ty) {
                    Some(Kind::Own(item))
                        if item.keyword == Keyword::Struct && list.unnamed.len() == 1 =>
                    {
                        self.merge(object, item, at);
                    }
                    Some(_) => self.unmerged(at),
                    None => {}
                }
            }
        }
    }
}

/// A single schema for all alternatives.
fn together(at: At, names: Vec<Node>, mut alternatives: Vec<Node>, any: bool) -> Node {
    if !names.is_empty() || alternatives.is_empty() {
        let texts = at.map(vec![("type", at.text("string")), ("enum", at.list(names))]);
        alternatives.insert(0, texts);
    }
    if let [_] = alternatives.as_slice() {
        return alternatives.remove(0);
    }
    let keyword = if any { "anyOf" } else { "oneOf" };
    at.map(vec![(keyword, at.list(alternatives))])
}
