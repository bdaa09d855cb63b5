//! The return type of a function: a value or a `Result`, and the schema of the value.

use super::Reader;
use super::names::{Meaning, find_name};
use super::scalars::is_scalar_or_holder;
use super::serde::Direction;
use super::types::{Kind, span_of, type_arguments};
use syn::{ReturnType, Signature, Type};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Node;
use toolc_model::model::native::{NativeType, Returns};

/// The return type in a function's signature.
pub(super) struct Returned<'t> {
    pub(super) returns: Returns,
    pub(super) value: Option<&'t Type>,
}

/// Error types that do not implement `std::error::Error`: they become a detail for logs.
const BOXED: &[&str] = &[
    "String",
    "anyhow::Error",
    "str",
    "eyre::Report",
    "color_eyre::Report",
];

/// Aliases of `Result` that only name the type of the value; their errors are of the kind above.
const BOXED_RESULTS: &[&str] = &["anyhow::Result", "eyre::Result", "color_eyre::Result"];

/// Values of any shape.
const ANY: &[&str] = &["serde_json::Value", "toolc_runtime::Json"];

impl Reader<'_> {
    /// The return type of a function; `None` if it might hide an error.
    pub(super) fn returned<'t>(&mut self, signature: &'t Signature) -> Option<Returned<'t>> {
        let ReturnType::Type(_, ty) = &signature.output else {
            return Some(Returned {
                returns: Returns::Value,
                value: None,
            });
        };
        let Type::Path(path) = &**ty else {
            return Some(Returned {
                returns: Returns::Value,
                value: Some(ty),
            });
        };
        let last = path.path.segments.last()?;
        let arguments = type_arguments(&last.arguments);
        if last.ident == "Result" {
            let meaning = find_name(self.items, &self.imports, self.module, &path.path);
            let name = match meaning {
                Meaning::Other(name) => name,
                _ => String::new(),
            };
            let is_boxed = match arguments.get(1) {
                Some(error) => self.is_boxed(error),
                None => BOXED_RESULTS.contains(&name.as_str()),
            };
            return Some(Returned {
                returns: if is_boxed {
                    Returns::Boxed
                } else {
                    Returns::Fallible
                },
                value: arguments.first().copied(),
            });
        }
        Some(Returned {
            returns: Returns::Value,
            value: Some(ty),
        })
    }

    /// Whether an error is a string or a box, and not a `std::error::Error`.
    fn is_boxed(&self, error: &Type) -> bool {
        match error {
            Type::Reference(reference) => self.is_boxed(&reference.elem),
            Type::Path(path) => {
                let meaning = find_name(self.items, &self.imports, self.module, &path.path);
                let last = path.path.segments.last();
                let is_box = |name: &str| {
                    let inner = last.map(|last| type_arguments(&last.arguments));
                    name == "Box"
                        && inner
                            .is_some_and(|inner| matches!(inner.as_slice(), [Type::TraitObject(_)]))
                };
                matches!(meaning, Meaning::Other(name) if BOXED.contains(&name.as_str()) || is_box(&name))
            }
            _ => false,
        }
    }

    /// The type of a result and its schema, if the file describes it. A value of an unknown type
    /// could be an alias of `Result`, whose error would then be shown to the model.
    pub(super) fn result(
        &mut self,
        ty: &Type,
        returns: Returns,
    ) -> (Option<NativeType>, Option<Node>) {
        if let Some(unknown) = self.unknown_in(ty) {
            let span = self.span(span_of(unknown));
            let name = self.sources.text(span).to_owned();
            if returns == Returns::Value {
                let message = format!("the result `{name}` is not defined in this file");
                let finding = Diagnostic::new(Code::UNDESCRIBED_TYPE, span, message)
                    .label("it may be a `Result` under another name, whose error must not reach a model")
                    .help(format!(
                        "write `Result<{name}, ToolFailure>`, or define the type here"
                    ));
                self.fault(finding);
            } else {
                let message = format!("the result `{name}` has no schema");
                let finding = Diagnostic::new(Code::UNDESCRIBED_RESULT, span, message)
                    .label("not defined in this file")
                    .help("no action is needed; define the type here to have results checked");
                self.diagnostics.push(finding);
            }
            return (None, None);
        }
        if self.is_json(ty) {
            return (None, None);
        }
        let schema = self.schema(Direction::Out, |reader| reader.describe(ty));
        let item = match self.kind(ty) {
            Some(Kind::Own(item)) => Some(item),
            _ => None,
        };
        let Some(item) = item else {
            self.report_open();
            return (None, Some(schema));
        };
        let read = Some((self.native_type(item), schema));
        match self.settle(ty, Direction::Out, read) {
            Some((native, schema)) => (Some(native), Some(schema)),
            None => (None, None),
        }
    }

    /// A value of any shape, which needs no description.
    fn is_json(&self, ty: &Type) -> bool {
        let Type::Path(path) = ty else {
            return false;
        };
        let meaning = find_name(self.items, &self.imports, self.module, &path.path);
        matches!(meaning, Meaning::Other(name) if ANY.contains(&name.as_str()))
    }

    /// The first unknown type within a type.
    fn unknown_in<'t>(&self, ty: &'t Type) -> Option<&'t Type> {
        let Type::Path(path) = ty else {
            return match ty {
                Type::Tuple(tuple) => {
                    let mut elements = tuple.elems.iter();
                    elements.find_map(|ty| self.unknown_in(ty))
                }
                Type::Reference(reference) => self.unknown_in(&reference.elem),
                Type::Array(array) => self.unknown_in(&array.elem),
                Type::Slice(slice) => self.unknown_in(&slice.elem),
                Type::Paren(inner) => self.unknown_in(&inner.elem),
                _ => Some(ty),
            };
        };
        match find_name(self.items, &self.imports, self.module, &path.path) {
            Meaning::Other(name) if ANY.contains(&name.as_str()) => None,
            Meaning::Other(name) if self.is_written_well_known(&path.path, &name) => None,
            Meaning::Other(name) if is_scalar_or_holder(&name) => {
                let arguments = path.path.segments.last().map(|last| &last.arguments);
                let arguments = arguments.map(type_arguments).unwrap_or_default();
                let mut arguments = arguments.into_iter();
                arguments.find_map(|ty| self.unknown_in(ty))
            }
            Meaning::Other(_) => Some(ty),
            Meaning::Own(_) | Meaning::Several => None,
        }
    }
}
