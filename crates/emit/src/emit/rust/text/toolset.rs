//! Toolsets that the runtime runs: which function runs a tool, and the worker's settings for the toolset.

use crate::emit::ident::pascal_case;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_model::model::shell::{Commands, ShellRule};
use toolc_model::model::toolset::{Files, Mount, Settings};
use toolc_runtime::shell::{MAX_OUTPUT, TIMEOUT_MS};
use toolc_schema::rust::{Ident, Rust, Text, Variant, put, rust, write_option, write_snippet};

/// What runs a tool of such a toolset.
pub fn runner_item(layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
    let tool = layout.tool(names);
    tool.shipped.filter(|toolset| toolset.row == "shipped")?;
    let marker = Ident(&names.marker);
    let runner = pascal_case(&tool.name);
    Some(rust!(
        impl rt::Shipped for #marker {
            const RUNNER: rt::Runner = rt::Runner::#(Ident(&runner));
        }
    ))
}

/// The worker's settings for such a toolset.
pub fn write_settings(settings: &Settings) -> impl Rust {
    write_snippet(move |out| match settings {
        Settings::Files(each) => put!(out, rt::ToolsetSettings::Files(&#(files(each)))),
        Settings::Commands(each) => put!(out, rt::ToolsetSettings::Commands(&#(commands(each)))),
    })
}

fn files(files: &Files) -> impl Rust {
    let suffixes = files.suffixes.as_ref().map(|suffixes| &suffixes.value);
    let suffixes = suffixes.map(|suffixes| rust!(&[#(for suffix in suffixes => #(Text(suffix)),)]));
    let size = files.max_file_size.as_ref().map(|size| size.value);
    let entries = files.max_entries.as_ref().map(|entries| entries.value);
    let is_read_only = files.read_only.is_some();
    rust!(rt::Files {
        root: #(write_option(files.root.as_ref().map(|root| Text(&root.value)))),
        read_only: #is_read_only,
        mounts: &[#(for each in &files.mounts => #(mount(each)),)],
        suffixes: #(write_option(suffixes)),
        max_file_size: #(write_option(size)),
        max_entries: #(write_option(entries)),
    })
}

fn mount(mount: &Mount) -> impl Rust {
    rust!(rt::Mount {
        target: #(Text(&mount.target.value)),
        path: #(Text(&mount.path.value)),
        read_only: #(mount.read_only),
    })
}

fn commands(commands: &Commands) -> impl Rust {
    let default = commands.default.as_ref().map(|default| default.value);
    let default = default.map(|approval| rust!(rt::Approval::#(Variant(approval))));
    let timeout = commands.timeout.as_ref();
    let output = commands.max_output.as_ref();
    let root = commands.root.as_ref();
    rust!(rt::Commands {
        rules: &[#(for rule in &commands.rules => #(command_rule(rule)),)],
        matching: rt::Matching::#(Variant(commands.matching())),
        default: #(write_option(default)),
        timeout_ms: #(timeout.map_or(TIMEOUT_MS, |timeout| timeout.value)),
        max_output: #(output.map_or(MAX_OUTPUT, |output| output.value)),
        env: &[#(for name in &commands.env => #(Text(&name.value)),)],
        root: #(write_option(root.map(|root| Text(&root.value)))),
    })
}

fn command_rule(rule: &ShellRule) -> impl Rust {
    let reason = rule.reason.as_ref().map(|reason| Text(&reason.value));
    rust!(rt::CommandRule {
        words: &[#(for word in &rule.words => #(Text(word)),)],
        approval: rt::Approval::#(Variant(rule.approval.value)),
        reason: #(write_option(reason)),
        any_options: #(rule.any_options.is_some()),
    })
}
