//! A worker's settings for toolsets as static data of the runtime.

use super::{Commands, Files, Mount, Settings, ShellRule};
use toolc_base::source::Spanned;
use toolc_runtime::shell::{MAX_OUTPUT, TIMEOUT_MS};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Maybe, Ref, RuntimeValue, Texts, data, list};
use toolc_schema::rust::Text;

data! {
    Settings as [rt::ToolsetSettings] =>
    Settings::Files(files) => Files(Ref(files)),
    Settings::Commands(commands) => Commands(Ref(commands)),
}

data! {
    Files as [rt::Files] =>
    Files { span: _, root, read_only, mounts, suffixes, max_file_size, max_entries } => {
        root: Maybe(root.as_ref().map(quote)),
        read_only: read_only.is_some(),
        mounts: list(mounts, |mount| mount),
        suffixes: Maybe(suffixes.as_ref().map(|suffixes| Texts(&suffixes.value))),
        max_file_size: Maybe(max_file_size.as_ref().map(|size| size.value)),
        max_entries: Maybe(max_entries.as_ref().map(|entries| entries.value)),
    },
}

data! {
    Mount as [rt::Mount] =>
    Mount { target, path, read_only } => {
        target: quote(target),
        path: quote(path),
        read_only: read_only,
    },
}

data! {
    Commands as [rt::Commands] =>
    commands @ Commands { span: _, rules, matching: _, default, timeout, max_output, env, root } => {
        rules: list(rules, |rule| rule),
        matching: RuntimeValue("Matching", commands.matching()),
        default: Maybe(default.as_ref().map(|default| default.value)),
        timeout_ms: timeout.as_ref().map_or(TIMEOUT_MS, |timeout| timeout.value),
        max_output: max_output.as_ref().map_or(MAX_OUTPUT, |output| output.value),
        env: list(env, quote),
        root: Maybe(root.as_ref().map(quote)),
    },
}

data! {
    ShellRule as [rt::CommandRule]<'static> =>
    ShellRule { pattern: _, words, approval, reason, any_options, matches: _, no_match: _ } => {
        words: Texts(words),
        approval: approval.value,
        reason: Maybe(reason.as_ref().map(quote)),
        any_options: any_options.is_some(),
    },
}

fn quote(text: &Spanned<String>) -> Text<'_> {
    Text(&text.value)
}
