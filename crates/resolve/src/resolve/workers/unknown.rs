//! Toolsets that do not exist, and options that a toolset does not have.

use super::Index;
use super::shown::list_names;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::source::Spanned;
use toolc_base::toolsets::{TOOLSETS, Toolset, WORKERS};
use toolc_model::draft::DraftToolset;
use toolc_model::model::toolset::list_keys;

/// Toolsets that the configuration format defines as built in, but toolc does not have.
const BUILT_IN: &[&str] = &["git", "custom"];

pub(super) fn missing_toolset(index: &Index<'_>, name: &Spanned<String>) -> Diagnostic {
    if BUILT_IN.contains(&name.value.as_str()) {
        built_in_toolset(name)
    } else {
        unknown_toolset(index, name)
    }
}

fn built_in_toolset(name: &Spanned<String>) -> Diagnostic {
    if name.value == "custom" {
        let message = "the toolset `custom` names no module, and no tool has this namespace";
        return Diagnostic::new(Code::UNSUPPORTED_TOOLSET, name.span, message)
            .label("toolc has no tools of this name")
            .help(
                "name the Rust file that has its functions: `module: \"./tools.rs\"`, with \
                 `rust_path: \"crate::tools\"`",
            );
    }
    let message = format!("the toolset `{}` is not built into toolc yet", name.value);
    let help = format!(
        "describe its tools in a tool file with `namespace: {0}` and write their handlers, or remove `{0}`",
        name.value
    );
    Diagnostic::new(Code::UNSUPPORTED_TOOLSET, name.span, message)
        .label("toolc has no tools of this name")
        .help(help)
}

pub(super) fn unsupported_option(
    toolset: &DraftToolset,
    option: &Spanned<String>,
    shipped: Option<&Toolset>,
) -> Diagnostic {
    if let Some(shipped) = shipped {
        let message = format!("the toolset `{}` has no `{}`", shipped.name, option.value);
        return Diagnostic::new(Code::UNSUPPORTED_TOOLSET, option.span, message)
            .label("not enforced")
            .help(format!(
                "its options are {}",
                quote_names(list_keys(shipped.name))
            ));
    }
    let key = option.value.as_str();
    let owner = TOOLSETS
        .iter()
        .find(|shipped| list_keys(shipped.name).contains(&key));
    let (why, help) = match (key, owner) {
        ("functions" | "rust_path", _) => (
            "it is only for toolsets with a `module`".to_owned(),
            format!("name the Rust file that has its functions under `module`, or remove `{key}`"),
        ),
        ("package" | "import", _) => (
            "toolc loads no packages, and these tools come from a file".to_owned(),
            format!("remove `{key}`: what runs the tools is their handler in Rust, or an engine"),
        ),
        ("workers" | "allowed_workers", _) => (
            "which workers a worker may call is the list of the toolset `workers`".to_owned(),
            format!("write `toolsets: {{ {WORKERS}: {{ tools: [name] }} }}`, and remove `{key}`"),
        ),
        ("rules", _) => (
            "it is an option of the built-in toolset `shell`, where rules are for commands".to_owned(),
            "write rules on arguments one level deeper: `approval: { rules: [{ tool: name, when: … }] }`".to_owned(),
        ),
        (_, Some(owner)) => (
            format!("it is an option of the built-in toolset `{}`", owner.name),
            format!("remove `{key}`, and restrict the tools with `tools` and `approval`"),
        ),
        (_, None) => (
            "no toolset has this option".to_owned(),
            format!("remove `{key}`, and restrict the tools with `tools` and `approval`"),
        ),
    };
    let message = format!(
        "the option `{key}` of toolset `{}` has no effect: {why}",
        toolset.name.value
    );
    Diagnostic::new(Code::UNSUPPORTED_TOOLSET, option.span, message)
        .label("not enforced")
        .help(help)
}

fn unknown_toolset(index: &Index<'_>, name: &Spanned<String>) -> Diagnostic {
    let message = format!(
        "unknown toolset `{}`: no tool has this namespace",
        name.value
    );
    if let Some(path) = index.missing.unlisted(&name.value) {
        return Diagnostic::new(Code::UNKNOWN_TOOLSET, name.span, message)
            .label("not a namespace")
            .help(format!(
                "list `{path}` in `toolc.yaml`: it is not compiled, see T0115"
            ))
            .because(Code::UNLISTED_FILE);
    }
    let help = match index
        .guesses
        .did_you_mean(&name.value, index.namespaces.keys().copied())
    {
        Some(help) => help,
        None if index.namespaces.is_empty() => {
            "none of the files that are read defines a tool: name the folder that holds the tool files too, such \
             as `toolc check specs`, or put a tool file beside this one"
                .into()
        }
        None => format!(
            "the namespaces are {}",
            list_names(index.namespaces.keys().copied())
        )
        .into(),
    };
    Diagnostic::new(Code::UNKNOWN_TOOLSET, name.span, message)
        .label("not a namespace")
        .help(help)
}
