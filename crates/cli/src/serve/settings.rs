//! Built-in toolsets: what runs their tools, and how a worker configures them.

use toolc_base::source::Spanned;
use toolc_base::toolsets::Toolset;
use toolc_model::model::shell::{Commands, ShellRule};
use toolc_model::model::toolset::{Files, Mount, Settings};
use toolc_runtime::engines::Engine;
use toolc_runtime::shell::{MAX_OUTPUT, TIMEOUT_MS};
use toolc_runtime::v1 as rt;
use toolc_schema::schema::leak::{leak_slice, leak_value, leak_word, leak_words};

/// The engine that runs a tool of a built-in toolset.
pub(super) fn find_engine(toolset: &Toolset, tool: &str) -> Option<Engine> {
    match toolset.row {
        "command" => Some(Engine::Command),
        _ => Some(Engine::Files(match tool {
            "read_file" => rt::Runner::ReadFile,
            "write_file" => rt::Runner::WriteFile,
            "list_files" => rt::Runner::ListFiles,
            "delete_file" => rt::Runner::DeleteFile,
            "file_exists" => rt::Runner::FileExists,
            "file_info" => rt::Runner::FileInfo,
            _ => return None,
        })),
    }
}

pub(super) fn leak_settings(settings: &Settings) -> rt::ToolsetSettings {
    match settings {
        Settings::Files(files) => rt::ToolsetSettings::Files(leak_value(leak_files(files))),
        Settings::Commands(commands) => {
            rt::ToolsetSettings::Commands(leak_value(leak_commands(commands)))
        }
    }
}

fn leak_files(files: &Files) -> rt::Files {
    let Files {
        span: _,
        root,
        read_only,
        mounts,
        suffixes,
        max_file_size,
        max_entries,
    } = files;
    rt::Files {
        root: root.as_ref().map(leak_spanned),
        read_only: read_only.is_some(),
        mounts: leak_slice(mounts.iter().map(|mount| {
            let Mount {
                target,
                path,
                read_only,
            } = mount;
            rt::Mount {
                target: leak_spanned(target),
                path: leak_spanned(path),
                read_only: *read_only,
            }
        })),
        suffixes: suffixes
            .as_ref()
            .map(|suffixes| leak_words(&suffixes.value)),
        max_file_size: max_file_size.as_ref().map(|size| size.value),
        max_entries: max_entries.as_ref().map(|entries| entries.value),
    }
}

fn leak_commands(commands: &Commands) -> rt::Commands {
    let Commands {
        span: _,
        rules,
        matching: _,
        default,
        timeout,
        max_output,
        env,
        root,
    } = commands;
    rt::Commands {
        rules: leak_slice(rules.iter().map(leak_rule)),
        matching: commands.matching(),
        default: default.as_ref().map(|default| default.value.runtime()),
        timeout_ms: timeout.as_ref().map_or(TIMEOUT_MS, |timeout| timeout.value),
        max_output: max_output
            .as_ref()
            .map_or(MAX_OUTPUT, |output| output.value),
        env: leak_slice(env.iter().map(leak_spanned)),
        root: root.as_ref().map(leak_spanned),
    }
}

fn leak_rule(rule: &ShellRule) -> rt::CommandRule<'static> {
    let ShellRule {
        pattern: _,
        words,
        approval,
        reason,
        any_options,
        matches: _,
        no_match: _,
    } = rule;
    rt::CommandRule {
        words: leak_words(words),
        approval: approval.value.runtime(),
        reason: reason.as_ref().map(leak_spanned),
        any_options: any_options.is_some(),
    }
}

fn leak_spanned(text: &Spanned<String>) -> &'static str {
    leak_word(&text.value)
}
