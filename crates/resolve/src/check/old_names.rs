//! Old names of tools: they lead to one tool, and what is deprecated goes by its last day.

use std::collections::{HashMap, HashSet};
use toolc_base::date::Date;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::evolution::OldName;
use toolc_model::model::{Catalog, Tool};

/// Who has a name.
#[derive(Clone, Copy)]
struct Owner<'c> {
    tool: &'c Tool,
    /// The place of the name, if it is an old one.
    old: Option<Span>,
}

/// Reports old names that are names of something else: a call under such a name would have two meanings.
pub(super) fn check_old_names(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    if catalog
        .tools
        .iter()
        .all(|tool| tool.evolution.old_names.is_empty())
    {
        return;
    }
    let mut owners: HashMap<String, Owner<'_>> = HashMap::new();
    for tool in &catalog.tools {
        let owner = Owner { tool, old: None };
        owners.entry(tool.qualified()).or_insert(owner);
        owners.entry(tool.wire_name.clone()).or_insert(owner);
    }
    for tool in &catalog.tools {
        let mut own: HashSet<&str> = HashSet::new();
        for old in &tool.evolution.old_names {
            if !own.insert(&old.name.value) {
                diagnostics.push(repeated_name(tool, old));
            } else if let Some(finding) = claim_name(tool, old, &mut owners) {
                diagnostics.push(finding);
            }
        }
    }
    for skipped in &catalog.skipped {
        let namespace = skipped.namespace.as_deref().unwrap_or_default();
        let name = format!("{namespace}::{}", skipped.name);
        if let Some(owner) = owners.get(&name)
            && let Some(place) = owner.old
        {
            let message = format!(
                "`{name}`, an old name of `{}`, is the name of a tool that was left out",
                owner.tool.qualified()
            );
            let finding = Diagnostic::new(Code::TAKEN_OLD_NAME, place, message)
                .also(skipped.span, "the tool that was left out")
                .help("remove the old name, or the other tool");
            diagnostics.push(finding);
        }
    }
}

fn claim_name<'c>(
    tool: &'c Tool,
    old: &OldName,
    owners: &mut HashMap<String, Owner<'c>>,
) -> Option<Diagnostic> {
    let qualified = tool.qualified();
    if old.name.value == qualified {
        let message = format!("`{qualified}` is the current name of the tool, not an old one");
        let finding = Diagnostic::new(Code::TAKEN_OLD_NAME, old.name.span, message);
        return Some(finding.help("write the name that the tool had before, or remove the entry"));
    }
    let names = [old.name.value.clone()].into_iter();
    for name in names.chain(tool.old_wire_names(old)) {
        let span = old.name.span;
        let owner = Owner {
            tool,
            old: Some(span),
        };
        let owner = *owners.entry(name.clone()).or_insert(owner);
        // overloads of one name have their old names in common, and a wire name may stay as it was
        if owner.tool.qualified() != qualified {
            return Some(taken_name(tool, &name, span, owner));
        }
    }
    None
}

fn taken_name(tool: &Tool, name: &str, span: Span, owner: Owner<'_>) -> Diagnostic {
    let (own, other) = (tool.qualified(), owner.tool.qualified());
    let (message, place, label) = match owner.old {
        None => (
            format!("`{name}` would be an old name of `{own}`, but it is the name of `{other}`"),
            owner.tool.span,
            "the tool of this name",
        ),
        Some(place) => (
            format!("`{name}` is an old name of both `{other}` and `{own}`"),
            place,
            "the same name here",
        ),
    };
    Diagnostic::new(Code::TAKEN_OLD_NAME, span, message)
        .about(About::tool(own))
        .label("calls under this name would have two meanings")
        .also(place, label)
        .help("remove it here, or rename the other")
}

fn repeated_name(tool: &Tool, old: &OldName) -> Diagnostic {
    let message = format!(
        "`{}` is listed twice as an old name of `{}`",
        old.name.value,
        tool.qualified()
    );
    Diagnostic::new(Code::TAKEN_OLD_NAME, old.name.span, message).help("remove one of them")
}

/// Reports deprecated tools whose successor does not exist.
pub(super) fn check_successors(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in &catalog.tools {
        let deprecated = tool.evolution.deprecated.as_ref();
        let Some(instead) = deprecated.and_then(|said| said.instead.as_ref()) else {
            continue;
        };
        if let Some(finding) = find_unknown_successor(catalog, tool, instead) {
            diagnostics.push(finding);
        }
    }
}

fn find_unknown_successor(
    catalog: &Catalog,
    tool: &Tool,
    instead: &Spanned<String>,
) -> Option<Diagnostic> {
    let own = tool.qualified();
    let names = || catalog.tools.iter().map(Tool::qualified);
    let is_itself = instead.value == own;
    if !is_itself && names().any(|name| name == instead.value) {
        return None;
    }
    let message = match is_itself {
        true => format!("`{own}` is to be used instead of itself"),
        false => format!(
            "`{}` is to be used instead of `{own}`, but no such tool exists",
            instead.value
        ),
    };
    let others: Vec<String> = names().filter(|name| *name != own).collect();
    let near = did_you_mean(&instead.value, others.iter().map(String::as_str));
    let finding =
        Diagnostic::new(Code::UNKNOWN_SUCCESSOR, instead.span, message).about(About::tool(own));
    Some(finding.help(near.unwrap_or_else(|| {
        "write the name of a tool of the same namespace, or `namespace::name`; or remove `use`"
            .into()
    })))
}

/// Reports what is still there after its last day. Only `toolc check` knows which day it is.
pub(super) fn check_last_days(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let Some(today) = diagnostics.today() else {
        return;
    };
    for tool in &catalog.tools {
        let evolution = &tool.evolution;
        let own = tool.qualified();
        let deprecated = evolution.deprecated.iter();
        let whole = deprecated
            .filter_map(|said| Some((format!("the tool `{own}`"), said.last_day.as_ref()?)));
        let names = evolution.old_names.iter().filter_map(|old| {
            let what = format!("the old name `{}` of `{own}`", old.name.value);
            Some((what, old.last_day.as_ref()?))
        });
        let arguments = evolution.arguments.iter().filter_map(|argument| {
            let word = if argument.now.is_some() {
                "old argument"
            } else {
                "argument"
            };
            let what = format!("the {word} `{}` of `{own}`", argument.name.value);
            let said = argument.deprecated.as_ref();
            let day = argument.last_day.as_ref();
            Some((what, day.or_else(|| said?.last_day.as_ref())?))
        });
        let found: Vec<_> = whole.chain(names).chain(arguments).collect();
        for (what, last) in found {
            if last.value < today {
                diagnostics.push(past_last_day(&own, &what, last));
            }
        }
    }
}

fn past_last_day(tool: &str, what: &str, last: &Spanned<Date>) -> Diagnostic {
    let message = format!("the last day of {what} is over, and it is still there");
    Diagnostic::new(Code::PAST_LAST_DAY, last.span, message)
        .about(About::tool(tool.to_owned()))
        .label(format!("{} was its last day", last.value))
        .help("remove it if nobody uses it any more, or write a later day; calls run as long as it is there")
}
