//! Attributes that a build script adds to generated types. They are Rust, so no file of specs can add any.

use std::collections::BTreeSet;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};

/// The path that stands for every type, or every field and variant.
const EVERY: &str = ".";

/// The attributes, in the order in which they were added.
#[derive(Debug, Clone, Default)]
pub struct Attributes {
    of_types: Vec<Attribute>,
    of_members: Vec<Attribute>,
}

#[derive(Debug, Clone)]
struct Attribute {
    path: String,
    code: String,
}

impl Attributes {
    /// Adds an attribute to the types below a path: `.`, `module`, or `module::Type`.
    pub fn add_to_types(&mut self, path: &str, code: &str) {
        self.of_types.push(Attribute::new(path, code));
    }

    /// Adds an attribute to the fields and variants below a path: `.`, `module`, `module::Type`, or `module::Type::field`.
    pub fn add_to_members(&mut self, path: &str, code: &str) {
        self.of_members.push(Attribute::new(path, code));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.of_types.is_empty() && self.of_members.is_empty()
    }

    pub(super) fn list_of_type(&self, path: &str) -> impl Iterator<Item = &str> {
        list_matching(&self.of_types, path)
    }

    pub(super) fn list_of_member(&self, path: &str) -> impl Iterator<Item = &str> {
        list_matching(&self.of_members, path)
    }

    /// Reports texts that are not attributes, and attributes of items that are not generated.
    pub(super) fn report_unusable(&self, diagnostics: &mut Diagnostics, known: &Known) {
        let types = self.of_types.iter().map(|one| (one, &known.types));
        let members = self.of_members.iter().map(|one| (one, &known.members));
        for (attribute, paths) in types.chain(members) {
            let what = match std::ptr::eq(paths, &known.types) {
                true => "type",
                false => "field or variant",
            };
            if let Some(finding) = attribute.find_fault(what, paths) {
                diagnostics.push(finding);
            }
        }
    }
}

fn list_matching<'a>(attributes: &'a [Attribute], path: &str) -> impl Iterator<Item = &'a str> {
    let matching = attributes.iter().filter(move |one| one.covers(path));
    matching.map(|one| one.code.as_str())
}

impl Attribute {
    fn new(path: &str, code: &str) -> Self {
        Attribute {
            path: path.to_owned(),
            code: code.trim().to_owned(),
        }
    }

    /// Whether something at this path is at or below the attribute's.
    fn covers(&self, path: &str) -> bool {
        let below = path.strip_prefix(&self.path);
        self.path == EVERY || below.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }

    fn find_fault(&self, what: &str, paths: &BTreeSet<String>) -> Option<Diagnostic> {
        let Attribute { path, code } = self;
        if !(code.starts_with("#[") && code.ends_with(']')) {
            let message = format!("`{code}` is not an attribute, but was added to `{path}`");
            let finding = Diagnostic::placeless(Code::UNUSABLE_ATTRIBUTE, message);
            return Some(finding.help("write it as in Rust, such as `#[derive(PartialOrd)]`"));
        }
        if paths.iter().any(|known| self.covers(known)) {
            return None;
        }
        let message =
            format!("`{code}` was added to `{path}`, but the generated code has no such {what}");
        let finding = Diagnostic::placeless(Code::UNUSABLE_ATTRIBUTE, message);
        let meant = did_you_mean(path, paths.iter().map(String::as_str));
        Some(finding.help(meant.unwrap_or_else(|| {
            let form = match what {
                "type" => "`module::Type`",
                _ => "`module::Type::field`",
            };
            format!("write {form}, as in the generated code below `tools`, a beginning of it, or `.` for all").into()
        })))
    }
}

/// The paths of everything that can have an attribute.
#[derive(Debug, Default)]
pub(super) struct Known {
    types: BTreeSet<String>,
    members: BTreeSet<String>,
}

impl Known {
    pub fn add_type(&mut self, path: &str, members: &[String]) {
        self.types.insert(path.to_owned());
        let paths = members.iter().map(|member| member_path(path, member));
        self.members.extend(paths);
    }
}

/// The path of a field or variant.
pub(super) fn member_path(type_path: &str, name: &str) -> String {
    format!("{type_path}::{name}")
}
