//! Turns types into schemas: what serde reads and writes for each.

use super::items::{Item, Keyword, parse_item};
use super::names::{Meaning, find_name};
use super::nodes::{At, make_nullable, set_key};
use super::scalars::{HOLDERS, LISTS, MAPS, SETS, describe_scalar};
use super::serde::Direction;
use super::undescribed::{GENERIC, MAP_KEY, NO_LENGTH, UNDEFINED, remedy_for};
use super::well_known::{Known, describe_well_known};
use super::{Reader, definition};
use proc_macro2::Span;
use syn::{Expr, ExprLit, GenericArgument, Lit, PathArguments, Type};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Node;

/// What a type refers to in a file.
pub(super) enum Kind<'r, 't> {
    /// A struct or an enum in the file.
    Own(&'r Item),
    /// The type that an alias stands for.
    Alias(Box<Type>),
    /// A well-known type, by its path, with its type arguments.
    Known(String, Vec<&'t Type>),
    /// A type without a name.
    Plain,
}

impl<'r> Reader<'r> {
    /// What a type refers to; `None` if that is unknown, which is reported.
    pub(super) fn kind<'t>(&mut self, ty: &'t Type) -> Option<Kind<'r, 't>> {
        let Type::Path(path) = ty else {
            return Some(Kind::Plain);
        };
        let last = path.path.segments.last()?;
        if path.qself.is_some() {
            self.undescribed(ty, "is what a trait says");
            return None;
        }
        match find_name(self.items, &self.imports, self.module, &path.path) {
            Meaning::Own(item) if !last.arguments.is_none() || is_generic(item) => {
                self.undescribed(ty, GENERIC);
                None
            }
            Meaning::Own(item) if item.keyword == Keyword::Alias => {
                match parse_item::<syn::ItemType>(&item.tokens) {
                    Ok(alias) => Some(Kind::Alias(alias.ty)),
                    Err(error) => {
                        self.unreadable(item, &error);
                        None
                    }
                }
            }
            Meaning::Own(item) => Some(Kind::Own(item)),
            Meaning::Several => {
                self.undescribed(ty, "is there several times");
                None
            }
            Meaning::Other(name) => Some(Kind::Known(name, type_arguments(&last.arguments))),
        }
    }

    /// The schema of a type. A type that cannot be described is reported, and accepts anything.
    pub(super) fn describe(&mut self, ty: &Type) -> Node {
        let at = At(self.span(span_of(ty)));
        if self.depth > Self::MAX_DEPTH {
            self.undescribed(ty, "is an alias of too many other aliases");
            return at.flag(true);
        }
        self.depth += 1;
        let schema = self.describe_one(ty, at);
        self.depth -= 1;
        schema.unwrap_or_else(|| at.flag(true))
    }

    fn describe_one(&mut self, ty: &Type, at: At) -> Option<Node> {
        match ty {
            Type::Paren(inner) => Some(self.describe(&inner.elem)),
            Type::Group(inner) => Some(self.describe(&inner.elem)),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Some(at.typed("null")),
            Type::Tuple(tuple) => {
                let items: Vec<Node> = tuple.elems.iter().map(|ty| self.describe(ty)).collect();
                Some(fixed_array(at, items))
            }
            Type::Array(array) => self.describe_array(ty, array, at),
            Type::Path(_) => match self.kind(ty)? {
                Kind::Own(item) => Some(self.refer(item, at)),
                Kind::Alias(ty) => Some(self.describe(&ty)),
                Kind::Known(name, arguments) => self.describe_known(ty, &name, &arguments, at),
                Kind::Plain => None,
            },
            Type::Reference(_) if self.direction == Direction::In => {
                self.undescribed(ty, "borrows, and arguments are owned");
                None
            }
            Type::Reference(reference) => match &*reference.elem {
                Type::Slice(slice) => {
                    let items = self.describe(&slice.elem);
                    Some(list(at, items))
                }
                other => Some(self.describe(other)),
            },
            _ => {
                self.undescribed(ty, "is not a type of data");
                None
            }
        }
    }

    fn describe_array(&mut self, ty: &Type, array: &syn::TypeArray, at: At) -> Option<Node> {
        let length = match &array.len {
            Expr::Lit(ExprLit {
                lit: Lit::Int(digits),
                ..
            }) => digits.base10_parse::<u32>().ok(),
            _ => None,
        };
        let Some(length) = length else {
            self.undescribed(ty, NO_LENGTH);
            return None;
        };
        let mut schema = list(at, self.describe(&array.elem));
        set_key(&mut schema, "minItems", at.number(length));
        set_key(&mut schema, "maxItems", at.number(length));
        Some(schema)
    }

    fn describe_known(
        &mut self,
        ty: &Type,
        name: &str,
        arguments: &[&Type],
        at: At,
    ) -> Option<Node> {
        if let Some(schema) = describe_scalar(name, at) {
            return Some(schema);
        }
        let arguments_named = self.name_types(arguments);
        match describe_well_known(name, &arguments_named, self.direction, at) {
            Some(Known::Schema(schema)) => return Some(schema),
            Some(Known::Unfit(why)) => {
                self.undescribed(ty, why);
                return None;
            }
            None => {}
        }
        match arguments {
            [inner] if name == "Option" => Some(make_nullable(self.describe(inner))),
            [inner] if HOLDERS.contains(&name) => Some(self.describe(inner)),
            [items] if LISTS.contains(&name) => Some(list(at, self.describe(items))),
            [items] if SETS.contains(&name) => {
                let mut schema = list(at, self.describe(items));
                set_key(&mut schema, "uniqueItems", at.flag(true));
                Some(schema)
            }
            [key, value] if MAPS.contains(&name) || name == "serde_json::Map" => {
                if !self.is_text(key) {
                    self.undescribed(key, MAP_KEY);
                    return None;
                }
                let values = self.describe(value);
                let entries = vec![
                    ("type", at.text("object")),
                    ("additionalProperties", values),
                ];
                Some(at.map(entries))
            }
            _ => {
                self.undescribed(ty, UNDEFINED);
                None
            }
        }
    }

    /// The full paths of types of the standard library or other crates; empty for any other type.
    fn name_types(&self, types: &[&Type]) -> Vec<String> {
        let name_type = |ty: &Type| {
            let Type::Path(path) = ty else {
                return String::new();
            };
            match find_name(self.items, &self.imports, self.module, &path.path) {
                Meaning::Other(name) => name,
                _ => String::new(),
            }
        };
        types.iter().map(|ty| name_type(ty)).collect()
    }

    /// Whether a path names a well-known type of another crate whose results have a known form.
    pub(super) fn is_written_well_known(&self, path: &syn::Path, name: &str) -> bool {
        let arguments = path.segments.last().map(|last| &last.arguments);
        let arguments = arguments.map(type_arguments).unwrap_or_default();
        let at = At(self.span(Span::call_site()));
        let known = describe_well_known(name, &self.name_types(&arguments), Direction::Out, at);
        matches!(known, Some(Known::Schema(_)))
    }

    fn is_text(&mut self, ty: &Type) -> bool {
        matches!(self.kind(ty), Some(Kind::Known(name, _)) if name == "String")
    }

    /// Whether a field of this type may be absent when reading.
    pub(super) fn is_option(&self, ty: &Type) -> bool {
        self.is_option_at(ty, 0)
    }

    fn is_option_at(&self, ty: &Type, depth: usize) -> bool {
        let Type::Path(path) = ty else {
            return false;
        };
        if depth > Self::MAX_DEPTH {
            return false;
        }
        match find_name(self.items, &self.imports, self.module, &path.path) {
            Meaning::Own(item) if item.keyword == Keyword::Alias => {
                let alias = parse_item::<syn::ItemType>(&item.tokens);
                alias.is_ok_and(|alias| self.is_option_at(&alias.ty, depth + 1))
            }
            Meaning::Other(name) if HOLDERS.contains(&name.as_str()) => {
                let last = path.path.segments.last();
                let held = last.and_then(|last| type_arguments(&last.arguments).pop());
                held.is_some_and(|held| self.is_option_at(held, depth + 1))
            }
            Meaning::Other(name) => name == "Option",
            _ => false,
        }
    }

    /// A reference to a type in the file, which is described only once.
    fn refer(&mut self, item: &'r Item, at: At) -> Node {
        let name = item.name.as_str();
        if !self.definitions.iter().any(|(known, _)| known == name) {
            let index = self.definitions.len();
            self.definitions.push((name.to_owned(), at.flag(true)));
            let schema = self.describe_item(item, false);
            self.definitions[index].1 = schema;
        }
        at.map(vec![("$ref", at.text(&definition(name)))])
    }

    /// Reports a type without a schema.
    pub(super) fn undescribed(&mut self, ty: &Type, why: &str) {
        let span = self.span(span_of(ty));
        let text = self.sources.text(span);
        let name: String = text.chars().take(80).collect();
        let message = format!("the type `{name}` {why}, so its JSON form is unknown");
        let finding = Diagnostic::new(Code::UNDESCRIBED_TYPE, span, message).help(format!(
            "{}say what it is in JSON with `#[schemars(with = \"String\")]` on the field, or write \
             the tool as a spec",
            remedy_for(why)
        ));
        self.open.push(match why {
            UNDEFINED => finding.label("toolc reads this file and no other"),
            _ => finding,
        });
    }
}

/// An array with a fixed number of items.
pub(super) fn fixed_array(at: At, items: Vec<Node>) -> Node {
    let count = items.len();
    at.map(vec![
        ("type", at.text("array")),
        ("prefixItems", at.list(items)),
        ("minItems", at.number(count)),
        ("maxItems", at.number(count)),
    ])
}

fn list(at: At, items: Node) -> Node {
    at.map(vec![("type", at.text("array")), ("items", items)])
}

/// The types in the angle brackets of a path.
pub(super) fn type_arguments(arguments: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(list) = arguments else {
        return Vec::new();
    };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Whether an item is generic.
fn is_generic(item: &Item) -> bool {
    let mut after = item.tokens.iter().skip_while(|token| match token {
        proc_macro2::TokenTree::Ident(word) => {
            let word = word.to_string();
            word.strip_prefix("r#").unwrap_or(&word) != item.name
        }
        _ => true,
    });
    let next = after.nth(1);
    matches!(next, Some(proc_macro2::TokenTree::Punct(sign)) if sign.as_char() == '<')
}

/// The place of a type.
pub(super) fn span_of(ty: &Type) -> Span {
    match ty {
        Type::Path(path) => {
            let segments = &path.path.segments;
            let first = segments.first().map(|first| first.ident.span());
            let last = segments.last().map(|last| match &last.arguments {
                PathArguments::AngleBracketed(list) => list.gt_token.spans[0],
                _ => last.ident.span(),
            });
            match (first, last) {
                (Some(first), Some(last)) => first.join(last).unwrap_or(first),
                _ => Span::call_site(),
            }
        }
        Type::Reference(reference) => {
            let and = reference.and_token.spans[0];
            and.join(span_of(&reference.elem)).unwrap_or(and)
        }
        Type::Tuple(tuple) => tuple.paren_token.span.join(),
        Type::Array(array) => array.bracket_token.span.join(),
        Type::Slice(slice) => slice.bracket_token.span.join(),
        Type::Paren(inner) => inner.paren_token.span.join(),
        Type::Group(inner) => span_of(&inner.elem),
        Type::ImplTrait(some) => some.impl_token.span,
        Type::Macro(call) => call.mac.path.segments[0].ident.span(),
        Type::Never(never) => never.bang_token.spans[0],
        Type::Infer(infer) => infer.underscore_token.spans[0],
        Type::FnPtr(function) => function.fn_token.span,
        Type::TraitObject(object) => {
            let dynamic = object.dyn_token.as_ref();
            dynamic.map_or_else(Span::call_site, |token| token.span)
        }
        Type::Ptr(pointer) => pointer.star_token.spans[0],
        _ => Span::call_site(),
    }
}
