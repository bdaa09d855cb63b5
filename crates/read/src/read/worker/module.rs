//! `module`, `rust_path` and `functions`: the Rust file whose functions a toolset grants, and
//! settings that its code does not express.

use crate::read::entry::execution::read_execution;
use crate::read::fields::{self, Keys};
use crate::read::{effects, errors, inject, quantity};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map};
use toolc_base::restriction::OF_TOOL;
use toolc_base::source::Spanned;
use toolc_model::draft::{DraftFunction, DraftModule};
use toolc_model::model::ToolName;
use toolc_model::model::limit::{LIMITS, Limit};
use toolc_model::model::native::module_path;

/// The keys specific to a toolset with a module.
pub(in crate::read) const KEYS: &[&str] = &["module", "rust_path", "functions"];

/// The keys of a function: the settings of a tool that its code cannot express.
pub(in crate::read) const FUNCTION_KEYS: &[&str] = &[
    "effect",
    "untrusted",
    "timeout",
    "execution",
    "inject",
    "errors",
];

/// Keys of a tool that are written elsewhere for a function, whose name takes the place of `FUNCTION`.
const ELSEWHERE: &[(&str, &str)] = &[
    ("description", IN_THE_FILE),
    ("title", IN_THE_FILE),
    ("parameters", IN_THE_FILE),
    ("output_parameters", IN_THE_FILE),
    ("approval", OF_THE_TOOLSET),
    ("needsApproval", OF_THE_TOOLSET),
    ("needs_approval", OF_THE_TOOLSET),
    (
        "annotations",
        "write `effect`: toolc derives the MCP hints from it",
    ),
];

const IN_THE_FILE: &str = "toolc reads it from the source file: the doc comments of the function, its struct and its result";

const OF_THE_TOOLSET: &str =
    "write it under `approval` of the toolset: `approval: { tools: { FUNCTION: ask } }`";

/// The module of a toolset; `None` if it has none. Problems are reported.
pub(super) fn read_module(
    diagnostics: &mut Diagnostics,
    map: &Map,
    namespace: &str,
) -> Option<DraftModule> {
    let path = fields::string_at(diagnostics, map, "module")?;
    let rust_path = match map.contains("rust_path") {
        true => read_rust_path(diagnostics, map),
        false => usual_path(diagnostics, &path),
    };
    Some(DraftModule {
        path,
        rust_path,
        functions: read_functions(diagnostics, map, namespace),
    })
}

/// `functions: { charge: { effect: destructive, timeout: 5s, errors: { … } } }`
fn read_functions(diagnostics: &mut Diagnostics, map: &Map, namespace: &str) -> Vec<DraftFunction> {
    let Some(node) = map.get("functions") else {
        return Vec::new();
    };
    let Some(functions) = node.as_map() else {
        let wanted = "a mapping of functions, such as `{name: {effect: read, timeout: 5s}}`";
        fields::wrong_kind(diagnostics, node, "`functions`", wanted);
        return Vec::new();
    };
    let functions = functions.iter();
    functions
        .filter_map(|entry| read_function(diagnostics, entry, namespace))
        .collect()
}

fn read_function(
    diagnostics: &mut Diagnostics,
    entry: &Entry,
    namespace: &str,
) -> Option<DraftFunction> {
    let owner = format!("the function `{}`", entry.key);
    let Some(map) = entry.value.as_map() else {
        let wanted = "a mapping, such as `{effect: read, timeout: 5s}`";
        fields::wrong_kind(diagnostics, &entry.value, &owner, wanted);
        return None;
    };
    let of_the_toolset = LIMITS
        .iter()
        .filter(|limit| !FUNCTION_KEYS.contains(&limit.key));
    let elsewhere: Vec<(&str, String)> = ELSEWHERE
        .iter()
        .map(|(key, help)| (*key, help.replace("FUNCTION", &entry.key)))
        .chain(of_the_toolset.map(|limit| (limit.key, suggest_place(limit, &entry.key))))
        .collect();
    let elsewhere: Vec<(&str, &str)> = elsewhere
        .iter()
        .map(|(key, help)| (*key, help.as_str()))
        .collect();
    let keys = Keys {
        owner: &owner,
        known: FUNCTION_KEYS,
        restrictions: OF_TOOL,
        idle: &[],
        called: &[],
        elsewhere: &elsewhere,
    };
    fields::check_keys(diagnostics, map, &keys);
    let effect = map.get("effect");
    let effect = effect.map(|node| effects::read_effect(diagnostics, node));
    let untrusted = map.get("untrusted").map(|node| node.span);
    let untrusted = untrusted.and_then(|span| {
        let said = fields::flag_at(diagnostics, map, "untrusted")?;
        Some(Spanned::new(said, span))
    });
    let errors = errors::read_errors(diagnostics, map);
    let place = map
        .entry("errors")
        .map_or(entry.key_span, |entry| entry.key_span);
    Some(DraftFunction {
        name: ToolName::read(namespace, Spanned::new(entry.key.clone(), entry.key_span)),
        effect: effect.unwrap_or_default(),
        untrusted,
        timeout: quantity::read_duration(diagnostics, map, "timeout"),
        execution: read_execution(diagnostics, map),
        inject: inject::read_inject(diagnostics, map),
        errors: Spanned::new(errors, place),
    })
}

fn read_rust_path(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<Vec<String>>> {
    let written = fields::string_at(diagnostics, map, "rust_path")?;
    let path = module_path(&written.value);
    if path.is_none() {
        let message = format!("`{}` is not the path of a module", written.value);
        let finding = Diagnostic::new(Code::WRONG_SHAPE, written.span, message)
            .help("write the path by which your crate reaches the module: `crate::tools`");
        diagnostics.push(finding);
    }
    path.map(|path| Spanned::new(path, written.span))
}

/// The default path, such as `crate::tools` for `./tools.rs`.
fn usual_path(
    diagnostics: &mut Diagnostics,
    path: &Spanned<String>,
) -> Option<Spanned<Vec<String>>> {
    let file = path.value.rsplit('/').next().unwrap_or("");
    let stem = file.split('.').next().unwrap_or("");
    let found = module_path(&format!("crate::{stem}"));
    if found.is_none() {
        let message = format!("the module `{}` has no `rust_path`", path.value);
        let finding = Diagnostic::new(Code::UNREADABLE_MODULE, path.span, message)
            .label("its name is not the name of a module")
            .help("add the path by which your crate reaches it: `rust_path: \"crate::tools\"`");
        diagnostics.push(finding);
    }
    found.map(|found| Spanned::new(found, path.span))
}

/// Where a limit on the calls of a function is written.
fn suggest_place(limit: &Limit, function: &str) -> String {
    let (key, example) = (limit.key, limit.example);
    format!(
        "write it under `limits` of the toolset: `limits: {{ {function}: {{ {key}: {example} }} }}`"
    )
}
