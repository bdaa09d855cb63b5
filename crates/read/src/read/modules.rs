//! Rust files that toolsets name under `module`: the functions that the toolsets list are tools.

mod functions;
#[cfg(feature = "rust-modules")]
mod rust;

#[cfg(feature = "rust-modules")]
pub use rust::list_candidates;

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Role, SourceId, Sources, Spanned};
use toolc_model::draft::{Draft, DraftFunction, DraftModule, DraftToolset, Lost, Whitelist};
use toolc_model::model::ToolName;

/// What is requested from one module: the namespace of the tools, and their names.
#[derive(Debug)]
struct ModuleRequest<'d> {
    namespace: &'d Spanned<String>,
    module: &'d DraftModule,
    source: SourceId,
    rust_path: &'d [String],
    tools: Vec<&'d ToolName>,
    functions: Vec<&'d DraftFunction>,
}

/// Reads the functions that toolsets name as tools. Functions that cannot be read are reported and
/// left out.
pub fn read_modules(diagnostics: &mut Diagnostics, sources: &Sources, workers: &Draft) -> Draft {
    let mut draft = Draft::default();
    let mut asked: Vec<ModuleRequest<'_>> = Vec::new();
    let toolsets = workers.workers.iter().flat_map(|worker| &worker.toolsets);
    for toolset in toolsets {
        let Some(module) = &toolset.module else {
            continue;
        };
        match ask(diagnostics, sources, toolset, module) {
            Some(one) => join(diagnostics, &mut asked, one),
            None => draft.lost.push(Lost {
                namespace: Some(toolset.name.value.clone()),
            }),
        }
    }
    for one in &asked {
        draft.append(read_module(diagnostics, sources, one));
    }
    draft
}

/// What one toolset requests; `None` if that is unknown, which is reported.
fn ask<'d>(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    toolset: &'d DraftToolset,
    module: &'d DraftModule,
) -> Option<ModuleRequest<'d>> {
    let tools = list_tools(diagnostics, toolset, module);
    let is_of =
        |role: &Role| matches!(role, Role::Module(places) if places.contains(&module.path.span));
    let functions = match &tools {
        Some(tools) => functions::list_functions(diagnostics, toolset, module, tools),
        None => Vec::new(),
    };
    let mut sources = sources.iter();
    let (source, _) = sources.find(|(_, source)| is_of(&source.role))?;
    Some(ModuleRequest {
        namespace: &toolset.name,
        module,
        source,
        rust_path: &module.rust_path.as_ref()?.value,
        tools: tools?,
        functions,
    })
}

/// The names in a whitelist: a function never becomes a tool just because it exists.
fn list_tools<'d>(
    diagnostics: &mut Diagnostics,
    toolset: &'d DraftToolset,
    module: &DraftModule,
) -> Option<Vec<&'d ToolName>> {
    let name = &toolset.name.value;
    let path = &module.path.value;
    let help = format!("list the functions of `{path}` to grant: `tools: [name]`");
    match &toolset.tools {
        Whitelist::Names(list) if list.value.is_empty() && !toolset.allow_empty => {
            let message = format!("the whitelist of toolset `{name}` is empty");
            let finding = Diagnostic::new(Code::EMPTY_WHITELIST, list.span, message)
                .label("this grants nothing")
                .help(help);
            diagnostics.push(finding);
            None
        }
        Whitelist::Names(list) if list.value.is_empty() => None,
        Whitelist::Names(list) => Some(list.value.iter().collect()),
        Whitelist::Unreadable => None,
        Whitelist::All(span) => {
            let message = format!("`tools: all` does not count for the module `{path}`");
            let finding = Diagnostic::new(Code::MISSING_WHITELIST, *span, message)
                .label("every function that is written would be granted")
                .help(help);
            diagnostics.push(finding);
            None
        }
        Whitelist::Missing | Whitelist::Null => {
            let message = format!("the toolset `{name}` has no `tools`, so it grants nothing");
            let finding = Diagnostic::new(Code::MISSING_WHITELIST, toolset.name.span, message)
                .label("no whitelist")
                .help(help);
            diagnostics.push(finding);
            None
        }
    }
}

/// Merges the request of a toolset with those of others for the same module. Each namespace has one
/// module.
fn join<'d>(
    diagnostics: &mut Diagnostics,
    asked: &mut Vec<ModuleRequest<'d>>,
    one: ModuleRequest<'d>,
) {
    let mut others = asked.iter_mut();
    let Some(first) = others.find(|other| other.namespace.value == one.namespace.value) else {
        return asked.push(one);
    };
    if first.source == one.source && first.rust_path == one.rust_path {
        first.tools.extend(one.tools);
        let others = one.functions;
        return functions::join_functions(diagnostics, &mut first.functions, others);
    }
    let name = &one.namespace.value;
    let message = if first.source == one.source {
        format!("the module of the toolset `{name}` has two paths in Rust")
    } else {
        format!("the toolset `{name}` has two modules")
    };
    let place = |asked: &ModuleRequest<'_>| {
        if first.source == one.source {
            asked.module.rust_path.as_ref().map(|path| path.span)
        } else {
            None
        }
    };
    let span = |asked: &ModuleRequest<'_>| place(asked).unwrap_or(asked.module.path.span);
    let finding = Diagnostic::new(Code::DIVIDED_MODULE, span(&one), message)
        .label("the other one")
        .also(span(first), "the first")
        .help("give one of the toolsets another name: a toolset of any name may have a `module`");
    diagnostics.push(finding);
}

#[cfg(feature = "rust-modules")]
fn read_module(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    asked: &ModuleRequest<'_>,
) -> Draft {
    rust::read_rust(diagnostics, sources, asked)
}

/// Reports that this toolc was built without the required feature.
#[cfg(not(feature = "rust-modules"))]
fn read_module(diagnostics: &mut Diagnostics, _: &Sources, asked: &ModuleRequest<'_>) -> Draft {
    let path = &asked.module.path;
    let message = format!(
        "the module `{}` is not read: this toolc was built without the feature `rust-modules`",
        path.value
    );
    let finding = Diagnostic::new(Code::UNREADABLE_MODULE, path.span, message).help(
        "add the feature to the build-dependency: \
         `toolc = { version = \"…\", default-features = false, features = [\"rust-modules\"] }`",
    );
    diagnostics.push(finding);
    let mut draft = Draft::default();
    draft.lost.push(Lost {
        namespace: Some(asked.namespace.value.clone()),
    });
    draft
}
