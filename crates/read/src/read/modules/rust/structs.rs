//! Turns structs into schemas: their fields as serde reads and writes them.

use super::attributes::{Attributes, type_in};
use super::case::Case;
use super::defaults::Fallback;
use super::items::{Item, Keyword, parse_item};
use super::names::{Meaning, find_name, plain_name};
use super::nodes::{At, set_key};
use super::schemars::Keywords;
use super::serde::{Container, Custom, Direction, Part};
use super::types::{Kind, fixed_array, span_of, type_arguments};
use super::well_known::describe_module;
use super::{Reader, kinds};
use syn::{Field, Fields, Type};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Entry, Node};

/// The fields of an object.
#[derive(Default)]
pub(super) struct Object {
    pub(super) properties: Vec<Entry>,
    pub(super) required: Vec<Node>,
    /// The schema for other keys, if a map collects them.
    pub(super) others: Option<Node>,
}

impl Object {
    /// The schema. If closed, it accepts no other keys.
    pub(super) fn into_schema(self, at: At, closed: bool) -> Node {
        let mut schema = at.object(self.properties, self.required);
        match self.others {
            Some(others) => set_key(&mut schema, "additionalProperties", others),
            None if closed => set_key(&mut schema, "additionalProperties", at.flag(false)),
            None => {}
        }
        schema
    }
}

/// What applies to all fields of a struct or a variant.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    pub(super) case: Option<Case>,
    pub(super) default: Fallback,
}

impl<'r> Reader<'r> {
    /// The schema of a struct or an enum. The root of arguments accepts no other keys.
    pub(super) fn describe_item(&mut self, item: &'r Item, is_root: bool) -> Node {
        let at = At(self.span(item.span));
        let described = match item.keyword {
            Keyword::Enum => parse_item::<syn::ItemEnum>(&item.tokens)
                .map(|found| self.describe_enum(item, &found, at)),
            _ => parse_item::<syn::ItemStruct>(&item.tokens)
                .map(|found| self.describe_struct(item, &found, at, is_root)),
        };
        described.unwrap_or_else(|error| {
            self.unreadable(item, &error);
            at.flag(true)
        })
    }

    fn describe_struct(
        &mut self,
        item: &'r Item,
        found: &syn::ItemStruct,
        at: At,
        is_root: bool,
    ) -> Node {
        let attributes = self.attributes(&found.attrs);
        self.check_derive(item, &attributes);
        let mut unfit = Vec::new();
        let container = Container::of(&attributes, false, self.direction, &mut unfit);
        let keywords = Keywords::of(&attributes, at, &mut unfit);
        let around = Around {
            case: container.fields,
            default: Fallback::of(container.default.as_ref(), &attributes),
        };
        let mut schema = match &found.fields {
            Fields::Unit => at.typed("null"),
            fields if container.transparent => self.describe_transparent(fields, at),
            Fields::Named(_) => {
                let object = self.object(&found.fields, around);
                object.into_schema(at, is_root || container.closed || keywords.closed)
            }
            fields => self.content(fields, around, at),
        };
        self.finish(&mut schema, &attributes, &keywords, at, &mut unfit);
        for unfit in unfit {
            self.unfit(unfit);
        }
        schema
    }

    /// Adds the keywords and the description of a type to its schema.
    pub(super) fn finish(
        &mut self,
        schema: &mut Node,
        attributes: &Attributes,
        keywords: &Keywords<'_>,
        at: At,
        unfit: &mut Vec<super::serde::Unfit>,
    ) {
        let definitions = &self.definitions;
        keywords.apply(schema, at, &|node| kinds(definitions, node), unfit);
        let description = keywords.described(attributes);
        if !description.is_empty() {
            let place = attributes.described.map_or(at.0, |span| self.span(span));
            set_key(schema, "description", At(place).text(&description));
        }
    }

    fn describe_transparent(&mut self, fields: &Fields, at: At) -> Node {
        let direction = self.direction;
        let kept = fields.iter().filter(|field| {
            let attributes = Attributes::of(&field.attrs);
            !Part::of(&attributes, direction, &mut Vec::new()).skip
        });
        match kept.collect::<Vec<_>>().as_slice() {
            [only] => self.describe(&only.ty),
            _ => at.flag(true),
        }
    }

    /// The content of a tuple struct or a variant.
    pub(super) fn content(&mut self, fields: &Fields, around: Around, at: At) -> Node {
        match fields {
            Fields::Unit => at.typed("null"),
            Fields::Named(_) => self.object(fields, around).into_schema(at, false),
            Fields::Unnamed(list) if list.unnamed.len() == 1 => self.field(&list.unnamed[0]).1,
            Fields::Unnamed(list) => {
                let mut items = Vec::new();
                for field in &list.unnamed {
                    let (part, schema) = self.field(field);
                    if !part.skip {
                        items.push(schema);
                    }
                }
                fixed_array(at, items)
            }
        }
    }

    /// The keys for named fields.
    pub(super) fn object(&mut self, fields: &Fields, around: Around) -> Object {
        let mut object = Object::default();
        for field in fields {
            let Some(name) = &field.ident else {
                continue;
            };
            let at = At(self.span(name.span()));
            let attributes = Attributes::of(&field.attrs);
            let mut unfit = Vec::new();
            let part = Part::of(&attributes, self.direction, &mut unfit);
            if part.skip {
                self.attributes(&field.attrs);
                unfit.into_iter().for_each(|unfit| self.unfit(unfit));
                continue;
            }
            if part.flatten.is_some() {
                self.attributes(&field.attrs);
                self.flatten(&mut object, field);
                continue;
            }
            let plain = plain_name(name);
            let usual = around
                .case
                .map_or(plain.clone(), |case| case.of_field(&plain));
            let name = part.name.clone().unwrap_or(usual);
            let is_required = self.is_required(&attributes, &part, field, around);
            let (_, mut schema) = self.field(field);
            if !is_required {
                let (own, around) = (part.default.as_ref(), around.default);
                self.show_default(&mut schema, &name, &field.ty, own, around);
            }
            self.add(&mut object, at, &name, schema, is_required);
        }
        object
    }

    fn is_required(
        &self,
        attributes: &Attributes,
        part: &Part,
        field: &Field,
        around: Around,
    ) -> bool {
        match self.direction {
            Direction::Out => !part.may_lack,
            Direction::In => {
                let may_lack = part.custom.is_none() && self.is_option(&field.ty);
                let is_told = attributes
                    .schemars
                    .iter()
                    .any(|word| word.name == "required");
                is_told || !(part.default.is_some() || around.default.is_some() || may_lack)
            }
        }
    }

    /// Adds a property, whose name must be new.
    pub(super) fn add(
        &mut self,
        object: &mut Object,
        at: At,
        name: &str,
        schema: Node,
        required: bool,
    ) {
        if object.properties.iter().any(|known| known.key == name) {
            let message = format!("two fields are `{name}` in JSON");
            let finding = Diagnostic::new(Code::UNHONOURED_ATTRIBUTE, at.0, message)
                .label("the second of them")
                .help("give one of them another name with `#[serde(rename = \"…\")]`");
            return self.fault(finding);
        }
        object.properties.push(at.entry(name, schema));
        if required {
            object.required.push(at.text(name));
        }
    }

    /// The schema of one field with all its attributes.
    fn field(&mut self, field: &Field) -> (Part, Node) {
        let name = field.ident.as_ref().map(|name| name.span());
        let at = At(self.span(name.unwrap_or_else(|| span_of(&field.ty))));
        let attributes = self.attributes(&field.attrs);
        let mut unfit = Vec::new();
        let part = Part::of(&attributes, self.direction, &mut unfit);
        let keywords = Keywords::of(&attributes, at, &mut unfit);
        let mut schema = match (&keywords.with, &part.custom) {
            (Some(with), _) => self.describe(with),
            (None, Some(custom)) => self.describe_custom(custom, at),
            (None, None) if keywords.required => self.describe_held(&field.ty),
            (None, None) => self.describe(&field.ty),
        };
        self.finish(&mut schema, &attributes, &keywords, at, &mut unfit);
        unfit.into_iter().for_each(|unfit| self.unfit(unfit));
        (part, schema)
    }

    /// The schema of a field that functions of somebody's read or write. Those of a few crates are known.
    fn describe_custom(&mut self, custom: &Custom, at: At) -> Node {
        let path = custom.path.as_deref().and_then(type_in);
        let module = match path {
            Some(Type::Path(path)) => find_name(self.items, &self.imports, self.module, &path.path),
            _ => Meaning::Several,
        };
        let schema = match module {
            Meaning::Other(module) => describe_module(&module, self.direction, at),
            _ => None,
        };
        schema.unwrap_or_else(|| {
            self.custom(custom);
            at.flag(true)
        })
    }

    /// The content of an option that must be present.
    fn describe_held(&mut self, ty: &Type) -> Node {
        if let Type::Path(path) = ty {
            let arguments = path.path.segments.last().map(|last| &last.arguments);
            let held = arguments.and_then(|arguments| type_arguments(arguments).pop());
            if let (Some(Kind::Known(name, _)), Some(held)) = (self.kind(ty), held)
                && name == "Option"
            {
                return self.describe(held);
            }
        }
        self.describe(ty)
    }

    /// Adds the keys of a flattened struct or map, as serde does.
    fn flatten(&mut self, object: &mut Object, field: &Field) {
        let at = At(self.span(span_of(&field.ty)));
        match self.kind(&field.ty) {
            Some(Kind::Own(item)) if item.keyword == Keyword::Struct => {
                self.merge(object, item, at);
            }
            Some(Kind::Known(..)) => {
                let mut schema = self.describe(&field.ty);
                let map = schema.as_map_mut();
                match map.and_then(|map| map.remove("additionalProperties")) {
                    Some(others) if object.others.is_none() => object.others = Some(others.value),
                    _ => self.unmerged(at),
                }
            }
            Some(_) => self.unmerged(at),
            None => {}
        }
    }

    /// Adds the keys of another struct.
    pub(super) fn merge(&mut self, object: &mut Object, item: &'r Item, at: At) {
        self.depth += 1;
        let found = parse_item::<syn::ItemStruct>(&item.tokens);
        match found {
            Ok(found)
                if matches!(found.fields, Fields::Named(_)) && self.depth < Self::MAX_DEPTH =>
            {
                let attributes = self.attributes(&found.attrs);
                self.check_derive(item, &attributes);
                let mut unfit = Vec::new();
                let container = Container::of(&attributes, false, self.direction, &mut unfit);
                unfit.into_iter().for_each(|unfit| self.unfit(unfit));
                if container.closed || container.default.is_some() || container.transparent {
                    self.unmerged(at);
                }
                let around = Around {
                    case: container.fields,
                    default: Fallback::Nothing,
                };
                let inner = self.object(&found.fields, around);
                for entry in inner.properties {
                    let is_required = inner
                        .required
                        .iter()
                        .any(|name| name.as_str() == Some(&entry.key));
                    let place = At(entry.key_span);
                    self.add(object, place, &entry.key, entry.value, is_required);
                }
                if inner.others.is_some() {
                    object.others = inner.others;
                }
            }
            Ok(_) => self.unmerged(at),
            Err(error) => self.unreadable(item, &error),
        }
        self.depth -= 1;
    }

    /// Reports a type that cannot be merged into another object.
    pub(super) fn unmerged(&mut self, at: At) {
        let message = "this type cannot be flattened into another object";
        let finding = Diagnostic::new(Code::UNHONOURED_ATTRIBUTE, at.0, message)
            .label("flattened, or the content of a tagged variant")
            .help(
                "flatten a struct with named fields and no `deny_unknown_fields`, or a map; or make \
                 it a field of its own",
            );
        self.fault(finding);
    }
}
