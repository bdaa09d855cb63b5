//! Old names of tools and arguments that were added or dropped: whoever uses one depends on it.

use super::report::{Kind, Report, push_change};
use super::settings::Changed;
use crate::lock::{
    ALIASES, ARGUMENT_ALIASES, LockedTool, list_aliases, read_alias, split_argument_alias,
};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::{Map, Node, Value};

/// The accepted tool with the new names of the arguments that are still taken under their old ones: what else of its
/// arguments changed is compared with that. `None` if there are none.
pub(super) fn rename_arguments(old: &LockedTool, new: &LockedTool) -> Option<LockedTool> {
    let aliases = list_aliases(&new.settings, ARGUMENT_ALIASES).filter_map(split_argument_alias);
    let properties = old.input.get("properties").and_then(Node::as_map)?;
    let renamed = |(was, is): &(&str, &str)| properties.contains(was) && !properties.contains(is);
    let renames: BTreeMap<&str, &str> = aliases.filter(renamed).collect();
    if renames.is_empty() {
        return None;
    }
    let mut input = old.input.clone();
    let map = input.as_map_mut()?;
    let entries = properties.iter().cloned().map(|mut entry| {
        if let Some(name) = renames.get(entry.key.as_str()) {
            (*name).clone_into(&mut entry.key);
        }
        entry
    });
    let span = old.input.span;
    map.get_mut("properties")?.value = Value::Map(Map::new(entries.collect()));
    if let Some(required) = map.get_list_mut("required") {
        for node in required {
            let name = node.as_str().and_then(|name| renames.get(name));
            if let Some(name) = name {
                *node = Node::string((*name).to_owned(), span);
            }
        }
    }
    Some(LockedTool {
        input,
        ..old.clone()
    })
}

/// Reports the old names of a tool or its arguments that differ. A renamed tool is reported as that.
pub(super) fn compare_old_names(
    report: &mut Report<'_>,
    [old, new]: [&LockedTool; 2],
    change: &Changed,
) {
    let names = |tool| -> BTreeSet<&str> { list_aliases(tool, &change.key).collect() };
    let (was, is) = (names(&old.settings), names(&new.settings));
    let of_tool = change.key == ALIASES;
    let mut push = |kind: Kind, message: String| {
        push_change(report, kind, new, Some(change.span), message);
    };
    let tool = &new.name;
    let class = |of_tool_class, of_argument| if of_tool { of_tool_class } else { of_argument };
    for name in was.difference(&is).filter(|name| **name != new.name) {
        let message = match split_argument_alias(name).filter(|_| !of_tool) {
            None => format!("`{name}` is no longer a name of `{tool}`: calls under it are refused"),
            Some((old, now)) => format!(
                "`{old}` of `{tool}` is no longer taken for `{now}`: calls that give it mean nothing by it"
            ),
        };
        let class = class(Class::ToolRemoved, Class::InputBreaking);
        push((Code::OLD_NAME_DROPPED, class), message);
    }
    for name in is.difference(&was).filter(|name| **name != old.name) {
        let message = match split_argument_alias(name).filter(|_| !of_tool) {
            None => format!("`{name}` is now an old name of `{tool}`: calls under it run"),
            Some((old, now)) => format!("`{old}` of `{tool}` is now taken for `{now}`"),
        };
        let class = class(Class::ToolRenamed, Class::InputCompatible);
        push((Code::OLD_NAME_KEPT, class), message);
    }
    let words = |tool: &LockedTool| -> BTreeSet<String> {
        let words = tool.settings.get(&change.key).and_then(Node::as_list);
        let words = words.unwrap_or_default().iter().filter_map(Node::as_str);
        let shared =
            words.filter(|word| was.contains(read_alias(word)) && is.contains(read_alias(word)));
        shared.map(str::to_owned).collect()
    };
    let days = [(old, new), (new, old)].map(|(tool, other)| {
        let words: Vec<String> = words(tool).difference(&words(other)).cloned().collect();
        format!("`{}`", words.join("`, `"))
    });
    if words(old) != words(new) {
        let [before, now] = days;
        let message = format!(
            "an old name of `{tool}` is there for another time: {now} in place of {before}"
        );
        push((Code::ANNOTATIONS_CHANGED, Class::Setting), message);
    }
}
