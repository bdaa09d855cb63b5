//! Types that the text does not describe: schemars says what they are, in a file that a generated test keeps.

use super::Reader;
use super::items::Keyword;
use super::names::{Meaning, find_name};
use super::nodes::{At, set_key};
use super::scalars::is_scalar_or_holder;
use super::serde::Direction;
use super::types::span_of;
use proc_macro2::Span;
use syn::Type;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, SourceId, Sources};
use toolc_model::model::native::{Described, KeptType, NativeType, is_name, schemas_beside};

/// Crates of whose types no schema could be asked.
const KNOWN_CRATES: &[&str] = &["std", "serde_json", "toolc_runtime", "Self"];

/// A type that generated code can name.
struct NamedType {
    /// The path by which the module reaches it.
    name: String,
    native: NativeType,
    /// Its definition, if it is in the file.
    place: Option<Span>,
}

/// The schemas that were written for the types of a module.
pub(super) fn find_schemas(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    module: SourceId,
) -> Option<Node> {
    let mut files = sources.iter();
    let (id, _) = files.find(|(_, source)| source.role == Role::ModuleSchemas(module))?;
    parse_source(diagnostics, sources, id)
}

/// Whether a type has parameters.
fn is_generic(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| !last.arguments.is_none()))
}

/// The key of the file under which the schemas of a direction are.
fn key_of(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "arguments",
        Direction::Out => "results",
    }
}

impl Reader<'_> {
    /// A type and its schema as they were read. If something in it is not known, the schema is the one that schemars derives;
    /// `None` if it is not there yet, or cannot be, which is reported.
    pub(super) fn settle(
        &mut self,
        ty: &Type,
        direction: Direction,
        read: Option<(NativeType, Node)>,
    ) -> Option<(NativeType, Node)> {
        if self.open.is_empty() {
            return read;
        }
        let Some(named) = self.name_type(ty) else {
            if is_generic(ty) {
                self.advise_name(ty);
            }
            self.report_open();
            return None;
        };
        let Some(Described { feature }) = named.native.described.clone() else {
            self.advise_derive(&named);
            self.report_open();
            return None;
        };
        self.kept.push(KeptType {
            module: self.source,
            name: named.name.clone(),
            path: named.native.path.clone(),
            is_result: direction == Direction::Out,
            feature,
        });
        let unknown = std::mem::take(&mut self.open);
        let kept = self.schemas.and_then(|kept| kept.get(key_of(direction)));
        let Some(schema) = kept.and_then(|kept| kept.get(&named.name)) else {
            self.report_awaited(&named, unknown);
            return None;
        };
        let mut schema = schema.clone();
        let is_closed = direction == Direction::Out || schema.get("additionalProperties").is_some();
        if !is_closed {
            // a call has no keys other than the fields of its struct
            let no = At(schema.span).flag(false);
            set_key(&mut schema, "additionalProperties", no);
        }
        // the test that keeps the schema compares it
        let native = NativeType {
            described: None,
            ..named.native
        };
        Some((native, schema))
    }

    /// Reports what is not known as errors.
    pub(super) fn report_open(&mut self) {
        for finding in std::mem::take(&mut self.open) {
            self.fault(finding);
        }
    }

    /// Reports that a tool is left out until the schema of a type is written.
    fn report_awaited(&mut self, named: &NamedType, unknown: Vec<Diagnostic>) {
        let path = &self.sources.get(self.source).path;
        let name = &named.name;
        let Some(first) = unknown.into_iter().next() else {
            return;
        };
        let span = first.span().unwrap_or_else(|| self.span(Span::call_site()));
        let what = self.sources.text(span);
        let message = format!(
            "only schemars can say what `{what}` is in JSON, and `{}` does not have the schema of `{name}` yet: the tool \
             is left out",
            schemas_beside(path)
        );
        let otherwise = match named.place {
            Some(_) => String::new(),
            None => format!("; if `{name}` does not derive `JsonSchema`, define the type here"),
        };
        let finding = Diagnostic::new(Code::AWAITED_SCHEMA, span, message)
            .label("toolc reads this file and no other")
            .help(format!(
                "run `cargo test schemas_of_rust_types`, which writes the file, and commit it; it takes the \
                 dev-dependencies `schemars` and `toolc-runtime` with the feature `testing`{otherwise}"
            ));
        self.fault(finding);
    }

    /// Says of errors that schemars could decide, were it derived.
    fn advise_derive(&mut self, named: &NamedType) {
        let name = &named.name;
        let place = named.place.map(|place| self.span(place));
        for finding in &mut self.open {
            let is_own = finding.span() == place;
            if finding.code == Code::UNDESCRIBED_TYPE && !is_own {
                finding.help = format!(
                    "{}; or derive schemars' `JsonSchema` for `{name}`, and its schema counts",
                    finding.help
                );
            }
        }
    }

    /// Says of a generic type that schemars could decide, had it a name.
    fn advise_name(&mut self, ty: &Type) {
        let span = self.span(span_of(ty));
        let text = self.sources.text(span).to_owned();
        for finding in &mut self.open {
            if finding.span() == Some(span) && !text.contains('\'') {
                finding.help = format!(
                    "{}; or give it a name, `pub type NAME = {text};`, of which schemars can say what it is",
                    finding.help
                );
            }
        }
    }

    /// The path of a type without parameters, if generated code can reach it.
    fn name_type(&mut self, ty: &Type) -> Option<NamedType> {
        let Type::Path(path) = ty else {
            return None;
        };
        let last = path.path.segments.last()?;
        if path.qself.is_some() || !last.arguments.is_none() {
            return None;
        }
        match find_name(self.items, &self.imports, self.module, &path.path) {
            Meaning::Own(item) if item.keyword == Keyword::Alias => Some(NamedType {
                name: item.name.clone(),
                native: NativeType {
                    path: self.path_of(&item.name),
                    described: Some(Described { feature: None }),
                },
                place: Some(item.span),
            }),
            Meaning::Own(item) => Some(NamedType {
                name: item.name.clone(),
                native: self.native_type(item),
                place: Some(item.span),
            }),
            Meaning::Several => None,
            Meaning::Other(name)
                if is_scalar_or_holder(&name)
                    || self.is_written_well_known(&path.path, &name)
                    || KNOWN_CRATES.contains(&name.split("::").next().unwrap_or_default()) =>
            {
                None
            }
            Meaning::Other(name) => Some(NamedType {
                native: NativeType {
                    path: self.reach(&name)?,
                    described: Some(Described { feature: None }),
                },
                name,
                place: None,
            }),
        }
    }

    /// The path by which generated code reaches what the module reaches by another.
    fn reach(&self, path: &str) -> Option<Vec<String>> {
        let own = |segments: &[&str]| {
            let module = self.module.iter().cloned();
            module
                .chain(segments.iter().map(|it| (*it).to_owned()))
                .collect()
        };
        let segments: Vec<&str> = path.split("::").collect();
        let found: Vec<String> = match segments.as_slice() {
            ["self", rest @ ..] => own(rest),
            ["super", rest @ ..] => {
                let (_, above) = self.module.split_last()?;
                above
                    .iter()
                    .cloned()
                    .chain(rest.iter().map(|it| (*it).to_owned()))
                    .collect()
            }
            ["crate", rest @ ..] => {
                let root = self.module.first().cloned();
                root.into_iter()
                    .chain(rest.iter().map(|it| (*it).to_owned()))
                    .collect()
            }
            // what a macro of the file makes
            [_] => own(&segments),
            _ => segments.iter().map(|it| (*it).to_owned()).collect(),
        };
        let (_, names) = found.split_first()?;
        names.iter().all(|name| is_name(name)).then_some(found)
    }
}
