//! Determines every tool's namespace, and its index among tools with the same name.

use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::{Role, SourceId, Sources, Span, Spanned};
use toolc_model::config::Config;
use toolc_model::draft::{Draft, DraftTool, Lost, Skipped};

pub use toolc_model::model::wire::wire_name;

/// The namespace of tools without any other.
pub const DEFAULT_NAMESPACE: &str = "default";

/// The maximum length of a tool's name or namespace, in bytes.
const MAX_NAME: usize = 256;

/// How many characters of a long name a finding shows.
const SHOWN: usize = 60;

/// The maximum number of overloads of one name: each is tried on a call, and compared with all
/// others.
const MAX_OVERLOADS: usize = 128;

/// Parts of a file name that indicate the format rather than the tools: the stem of
/// `petstore.openapi.json` is `petstore`.
const FORMAT_SUFFIXES: &[&str] = &["openapi", "swagger", "mcp", "tools"];

/// A tool with its namespace resolved.
#[derive(Debug, Clone)]
pub struct Named {
    /// The namespace.
    pub namespace: String,
    /// What determines the namespace, as in [`toolc_model::model::Tool::namespace_from`].
    pub namespace_from: &'static str,
    /// Whether it is a final answer.
    pub is_answer: bool,
    /// The rest.
    pub draft: DraftTool,
}

/// Determines the namespace of every tool: from its own key, else its registry entry, else its
/// file, else the stem of a file without an entry, else `default`. Tools with an empty namespace or
/// an excessively long name are left out.
pub fn name_tools(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    config: &Config,
    drafts: Vec<DraftTool>,
) -> (Vec<Named>, Vec<Skipped>) {
    let mut named = Vec::with_capacity(drafts.len());
    let mut skipped = Vec::new();
    for draft in drafts {
        let (namespace, namespace_from, span) = find_namespace(sources, config, &draft);
        let fault = if namespace.trim().is_empty() {
            Some(empty_namespace(&draft, namespace_from, span))
        } else if namespace.contains("::") {
            Some(divided_namespace(&namespace, span))
        } else if draft.name.value.trim().is_empty() {
            Some(blank_name(&draft))
        } else {
            find_long_name(&draft, &namespace)
        };
        match fault {
            Some(diagnostic) => {
                let (name, span) = (shorten_text(&draft.name.value, SHOWN), draft.span);
                skipped.push(Skipped {
                    name,
                    namespace: Some(namespace),
                    foreign: draft.foreign,
                    code: diagnostic.code,
                    cause: diagnostic.span().unwrap_or(span),
                    span,
                });
                diagnostics.push(diagnostic);
            }
            None => {
                if draft.name.value.contains("::") {
                    diagnostics.push(divided_name(&draft, &namespace));
                }
                named.push(Named {
                    namespace,
                    namespace_from,
                    is_answer: false,
                    draft,
                });
            }
        }
    }
    (named, skipped)
}

/// The namespace of a tool, what determines it, and the place of that.
pub fn find_namespace(
    sources: &Sources,
    config: &Config,
    draft: &DraftTool,
) -> (String, &'static str, Span) {
    let entry = draft.entry.and_then(|id| config.entry(id));
    let entry = entry.and_then(|entry| entry.namespace.as_ref());
    let written: [(Option<&Spanned<String>>, &'static str); 3] = [
        (draft.own_namespace.as_ref(), "tool"),
        (entry, "registry entry"),
        (draft.file_namespace.as_ref(), "file"),
    ];
    for (namespace, from) in written {
        if let Some(namespace) = namespace {
            return (namespace.value.clone(), from, namespace.span);
        }
    }
    let (namespace, from) = usual_namespace(sources, draft.span.source);
    (namespace.to_owned(), from, draft.span)
}

/// The namespace of a declaration that applies to all tools of its file.
pub fn file_namespace(sources: &Sources, own: Option<&Spanned<String>>, span: Span) -> String {
    match own {
        Some(namespace) => namespace.value.clone(),
        None => usual_namespace(sources, span.source).0.to_owned(),
    }
}

/// Fills in the default namespace of tools that were left out, if their files set none.
pub fn name_skipped(sources: &Sources, skipped: &mut [Skipped]) {
    for tool in skipped {
        let usual = || usual_namespace(sources, tool.span.source).0.to_owned();
        tool.namespace.get_or_insert_with(usual);
    }
}

/// Whether some file provides a tool in this namespace, or would if it could be read.
pub fn has_namespace(sources: &Sources, config: &Config, draft: &Draft, namespace: &str) -> bool {
    let is_of = |tool: &DraftTool| find_namespace(sources, config, tool).0 == namespace;
    let is_left_out = |skipped: &Skipped| {
        let own = skipped.namespace.as_deref();
        own.unwrap_or_else(|| usual_namespace(sources, skipped.span.source).0) == namespace
    };
    let is_lost = |lost: &Lost| lost.namespace.as_deref() == Some(namespace);
    draft.tools.iter().any(is_of)
        || draft.skipped.iter().any(is_left_out)
        || draft.lost.iter().any(is_lost)
}

/// The default namespace of a source's tools, and what determines it.
fn usual_namespace(sources: &Sources, id: SourceId) -> (&str, &'static str) {
    let source = sources.get(id);
    let name = sources.namespace(id).or_else(|| file_stem(&source.path));
    match (&source.role, name) {
        (Role::Found | Role::Beside(_), Some(stem)) => (stem, "file name"),
        _ => (DEFAULT_NAMESPACE, "default"),
    }
}

/// The file name without its extension and without a part that only indicates the format.
pub fn file_stem(path: &str) -> Option<&str> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let stem = match stem.rsplit_once('.') {
        Some((inner, suffix)) if FORMAT_SUFFIXES.contains(&suffix) => inner,
        _ => stem,
    };
    (!stem.is_empty()).then_some(stem)
}

fn empty_namespace(draft: &DraftTool, from: &str, span: Span) -> Diagnostic {
    let message = format!(
        "tool `{}` has an empty namespace",
        shorten_text(&draft.name.value, SHOWN)
    );
    Diagnostic::new(Code::EMPTY_NAMESPACE, span, message)
        .label(format!("this is empty, and the {from} decides"))
        .help("write a namespace such as `weather_api`, or leave the key out")
}

/// A namespace with `::` is refused: `a::b` and `c` would give the tool `a::b::c`, and so would `a`
/// and `b::c`.
fn divided_namespace(namespace: &str, span: Span) -> Diagnostic {
    let message = format!(
        "the namespace `{}` has `::` in it",
        shorten_text(namespace, SHOWN)
    );
    Diagnostic::new(Code::DIVIDED_NAMESPACE, span, message)
        .label("`::` separates a namespace from a name; the tool is left out")
        .help(format!(
            "write `{}`",
            shorten_text(&namespace.replace("::", "_"), SHOWN)
        ))
}

/// `a` and `b::c` would read like `a::b` and `c`, and in a worker like a tool of another namespace.
fn divided_name(draft: &DraftTool, namespace: &str) -> Diagnostic {
    let name = &draft.name.value;
    let message = format!(
        "the name of the tool `{}` has `::` in it, which separates a namespace from a name",
        shorten_text(name, SHOWN)
    );
    let own = name
        .strip_prefix(namespace)
        .and_then(|rest| rest.strip_prefix("::"));
    let meant = own.map_or_else(|| name.replace("::", "_"), str::to_owned);
    let help = match draft.foreign {
        true => "others named it so: read its name as a whole wherever it appears".to_owned(),
        false => format!("write `{}`", shorten_text(&meant, SHOWN)),
    };
    Diagnostic::new(Code::DIVIDED_NAME, draft.name.span, message)
        .label(format!(
            "the tool is `{}`",
            shorten_text(&format!("{namespace}::{name}"), SHOWN)
        ))
        .help(help)
}

fn blank_name(draft: &DraftTool) -> Diagnostic {
    Diagnostic::new(
        Code::MISSING_NAME,
        draft.name.span,
        "the name of this tool is blank",
    )
    .label("the tool is left out")
    .help("give it a name such as `get_weather`")
}

fn find_long_name(draft: &DraftTool, namespace: &str) -> Option<Diagnostic> {
    let (what, length) = [
        ("name", draft.name.value.len()),
        ("namespace", namespace.len()),
    ]
    .into_iter()
    .find(|(_, length)| *length > MAX_NAME)?;
    let message = format!(
        "the {what} of tool `{}` is {length} bytes long, but only {MAX_NAME} are allowed; the tool is left out",
        shorten_text(&draft.name.value, SHOWN)
    );
    let help = format!("give the tool a shorter {what}; what it does belongs in its `description`");
    Some(Diagnostic::new(Code::NAME_TOO_LONG, draft.name.span, message).help(help))
}

/// What identifies a tool.
#[derive(Debug, Clone, Copy)]
pub struct Identity<'t> {
    /// The namespace.
    pub namespace: &'t str,
    /// The name within it.
    pub name: &'t str,
    /// The raw fingerprint of the input schema.
    pub fingerprint: &'t str,
    /// The place of the definition.
    pub span: Span,
    /// Whether it is in a file of the user's own.
    pub is_own: bool,
    /// Whether it says that its name is meant to be shared.
    pub is_meant: bool,
}

/// Numbers the overloads of each name in source order: an index for every tool, or `None` for a
/// tool that is to be left out, being a duplicate or beyond the maximum number of overloads.
pub fn find_duplicates(
    diagnostics: &mut Diagnostics,
    identities: &[Identity<'_>],
) -> Vec<Option<u32>> {
    let mut known: HashMap<(&str, &str), Vec<Identity<'_>>> = HashMap::new();
    let mut full: HashSet<(&str, &str)> = HashSet::new();
    let mut numbers = Vec::with_capacity(identities.len());
    for &tool in identities {
        let same_name = known.entry((tool.namespace, tool.name)).or_default();
        let twin = same_name
            .iter()
            .find(|other| other.fingerprint == tool.fingerprint);
        if let Some(twin) = twin {
            diagnostics.push(duplicate_tool(tool, *twin));
            numbers.push(None);
            continue;
        }
        if same_name.len() >= MAX_OVERLOADS {
            if full.insert((tool.namespace, tool.name)) {
                diagnostics.push(too_many_overloads(tool, same_name));
            }
            numbers.push(None);
            continue;
        }
        if let Some(first) = same_name.first() {
            diagnostics.push(overloaded_tool(tool, *first));
        }
        numbers.push(u32::try_from(same_name.len()).ok());
        same_name.push(tool);
    }
    numbers
}

fn duplicate_tool(second: Identity<'_>, first: Identity<'_>) -> Diagnostic {
    let Identity {
        namespace, name, ..
    } = second;
    // the wording is part of the contract
    let message =
        format!("duplicate tool: {namespace}::{name} with identical input schema registered twice");
    Diagnostic::new(Code::DUPLICATE_TOOL, second.span, message)
        .label("registered again here")
        .also(first.span, "first registered here")
        .help("remove one of the two, or give one of them another name or namespace")
}

fn too_many_overloads(tool: Identity<'_>, before: &[Identity<'_>]) -> Diagnostic {
    let message = format!(
        "`{}::{}` has more than {MAX_OVERLOADS} overloads",
        tool.namespace, tool.name
    );
    let finding = Diagnostic::new(Code::TOO_MANY_OVERLOADS, tool.span, message)
        .label("this one and those that follow are left out")
        .help("give the tools other names, or write one tool that takes as an argument what distinguishes them");
    match before.first() {
        Some(first) => finding.also(first.span, "the first overload"),
        None => finding,
    }
}

fn overloaded_tool(tool: Identity<'_>, first: Identity<'_>) -> Diagnostic {
    let Identity {
        namespace, name, ..
    } = tool;
    if tool.is_own && first.is_own && !tool.is_meant && !first.is_meant {
        return shared_name(tool, first);
    }
    let message = format!("`{namespace}::{name}` is overloaded: it has more than one input schema");
    Diagnostic::new(Code::OVERLOAD, tool.span, message)
        .label("a further overload")
        .also(first.span, "the first overload")
        .help("a call goes to the overload whose schema accepts its arguments; give one of them another name if that is not what you want")
}

/// In one's own files, a second tool of a name is more often a copy whose name was forgotten than an overload.
fn shared_name(tool: Identity<'_>, first: Identity<'_>) -> Diagnostic {
    let Identity {
        namespace,
        name,
        fingerprint,
        ..
    } = tool;
    let first_name = wire_name(namespace, name, None);
    let own_name = wire_name(namespace, name, Some(fingerprint));
    let message = format!(
        "two tools are called `{namespace}::{name}`: models see them as `{first_name}` and `{own_name}`, and one grant \
         covers both"
    );
    Diagnostic::new(Code::OVERLOAD, tool.span, message)
        .severity(Severity::Warning)
        .label(format!("models see `{own_name}`"))
        .also(first.span, format!("models see `{first_name}`"))
        .help("give one of them another name, or write `overload: true` in it if they are meant to share one")
}

#[cfg(test)]
mod tests;
