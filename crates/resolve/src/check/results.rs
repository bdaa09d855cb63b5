//! Pointers of `results` that lead nowhere, or where the schema is silent.

use std::collections::BTreeSet;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use toolc_model::model::policy::Worker;
use toolc_model::model::results::{ResultEntry, ResultPointer, ResultSubject};
use toolc_model::model::runner::Runner;
use toolc_model::model::{Catalog, Tool};
use toolc_model::prove::reach::{LIST, Reach, reach_result};

/// How many names advice lists.
const SHOWN: usize = 10;

/// Reports the pointers of each worker's own entries. Those about several tools must lead somewhere in one of them.
pub(super) fn check_results(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    check_engines(diagnostics, catalog);
    for worker in &catalog.workers {
        for entry in worker.results.first().into_iter().flatten() {
            let tools = list_tools(catalog, worker, entry);
            let lists = [&entry.settings.keep, &entry.settings.drop];
            let pointers = lists.into_iter().flatten().flat_map(|list| &list.value);
            for pointer in pointers {
                if let Some(finding) = judge_pointer(catalog, entry, &tools, pointer) {
                    diagnostics.push(finding);
                }
            }
        }
    }
}

/// The pointers of an engine, about all tools that it runs.
fn check_engines(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for engine in &catalog.engines {
        let Some(entry) = engine.kind.results() else {
            continue;
        };
        let tools = catalog.tools.iter();
        let tools = tools.filter(|tool| match catalog.runner(tool) {
            Runner::Http(call) => call.engine.name == engine.name,
            Runner::Mcp(call) => call.engine.name == engine.name,
            _ => false,
        });
        let tools: Vec<&Tool> = tools.collect();
        let pointers = entry.settings.drop.iter().flat_map(|list| &list.value);
        for pointer in pointers {
            if let Some(finding) = judge_pointer(catalog, entry, &tools, pointer) {
                diagnostics.push(finding);
            }
        }
    }
}

/// The granted tools that an entry is about.
fn list_tools<'c>(catalog: &'c Catalog, worker: &Worker, entry: &ResultEntry) -> Vec<&'c Tool> {
    let tools = worker.grants.iter().map(|grant| catalog.tool(grant.tool));
    let tools = tools.filter(|tool| match &entry.subject {
        ResultSubject::Tool(name) => tool.qualified() == *name,
        ResultSubject::Namespace(namespace) => tool.namespace == *namespace,
        ResultSubject::Worker => true,
        ResultSubject::Engine(_) => false,
    });
    tools.collect()
}

/// What is wrong with a pointer that no tool's output schema declares: a typo, a part of which nothing is known, or a part
/// that no result has, in this order.
fn judge_pointer(
    catalog: &Catalog,
    entry: &ResultEntry,
    tools: &[&Tool],
    pointer: &ResultPointer,
) -> Option<Diagnostic> {
    let subject = |tool: &Tool| match entry.subject {
        ResultSubject::Tool(_) => format!("`{}`", tool.qualified()),
        _ => "none of the tools that this is about".to_owned(),
    };
    let (mut misspelt, mut unknown, mut unreachable) = (None, None, None);
    for tool in tools {
        let Some(output) = tool.output else {
            unknown.get_or_insert(unknown_result(tool, pointer));
            continue;
        };
        match reach_result(&catalog.shapes, output, &pointer.steps) {
            Reach::To { .. } => return None,
            Reach::Undeclared { key, known } => {
                match did_you_mean(&key, known.iter().map(String::as_str)) {
                    Some(help) => misspelt.get_or_insert(misspelt_key(tool, pointer, &key, help)),
                    None => unknown.get_or_insert(undeclared_key(tool, pointer, &key, &known)),
                };
            }
            Reach::Nowhere {
                key,
                depth,
                known,
                kinds,
            } => match did_you_mean(&key, known.iter().map(String::as_str)) {
                Some(help) => {
                    let name = format!("`{}`", tool.qualified());
                    misspelt.get_or_insert(unreachable_key(&name, pointer, &key, help));
                }
                None => {
                    let help = describe_place(pointer, depth, &known, &kinds);
                    let finding = unreachable_key(&subject(tool), pointer, &key, help);
                    unreachable.get_or_insert(finding);
                }
            },
        }
    }
    misspelt.or(unknown).or(unreachable)
}

/// A result of which nothing is known may have the part or not.
fn unknown_result(tool: &Tool, pointer: &ResultPointer) -> Diagnostic {
    let message = format!(
        "nothing says whether a result of `{}` has anything at `{}`",
        tool.qualified(),
        pointer.text.value
    );
    Diagnostic::new(Code::UNDECLARED_RESULT, pointer.text.span, message)
        .label("not proved")
        .also(tool.span, "the tool has no output schema")
        .help("declare `output_parameters` for the tool, and the pointer is proved")
}

/// Results may have parts that the schema does not name, but a name close to that of another part is taken for a typo.
fn misspelt_key(tool: &Tool, pointer: &ResultPointer, key: &str, help: Help) -> Diagnostic {
    let message = describe_silence(tool, pointer);
    Diagnostic::new(Code::UNREACHABLE_RESULT, pointer.text.span, message)
        .label(format!("`{key}` is not declared"))
        .help(help)
}

fn undeclared_key(tool: &Tool, pointer: &ResultPointer, key: &str, known: &[String]) -> Diagnostic {
    let alternative = match known {
        [] => String::new(),
        known => format!(
            ", or name a declared part: {}",
            quote_names(known.iter().take(SHOWN))
        ),
    };
    let message = describe_silence(tool, pointer);
    Diagnostic::new(Code::UNDECLARED_RESULT, pointer.text.span, message)
        .label(format!("`{key}` is not declared"))
        .help(format!("declare `{key}` in the output schema{alternative}"))
}

fn describe_silence(tool: &Tool, pointer: &ResultPointer) -> String {
    format!(
        "the output schema of `{}` says nothing about `{}`",
        tool.qualified(),
        pointer.text.value
    )
}

/// `name` is a tool's name in backquotes, or the beginning of a sentence about several tools.
fn unreachable_key(name: &str, pointer: &ResultPointer, key: &str, help: Help) -> Diagnostic {
    let text = &pointer.text.value;
    let message = match name.starts_with('`') {
        true => format!("no result of {name} has anything at `{text}`"),
        false => format!("{name} returns anything at `{text}`"),
    };
    Diagnostic::new(Code::UNREACHABLE_RESULT, pointer.text.span, message)
        .label(format!("`{key}` leads nowhere"))
        .help(help)
}

/// Says what there is in place of the step `depth` of a pointer.
fn describe_place(
    pointer: &ResultPointer,
    depth: usize,
    known: &[String],
    kinds: &BTreeSet<&str>,
) -> Help {
    match known {
        [] => describe_parent(pointer, depth, kinds).into(),
        known => format!("declared there: {}", quote_names(known.iter().take(SHOWN))).into(),
    }
}

/// Says what the value is that has nothing at the next step of a pointer.
fn describe_parent(pointer: &ResultPointer, depth: usize, kinds: &BTreeSet<&str>) -> String {
    let steps: Vec<&str> = pointer.text.value.split('/').skip(1).collect();
    let is_index = |step: &&str| step.parse::<usize>().is_ok();
    let above: String = steps
        .iter()
        .take(depth)
        .map(|step| format!("/{step}"))
        .collect();
    let parent = match above.as_str() {
        "" => "the result".to_owned(),
        above => format!("`{above}`"),
    };
    let kind = kinds.iter().copied().collect::<Vec<_>>().join(" or ");
    if kinds.contains(LIST) {
        // an index is replaced, and a name is preceded
        let below = steps.iter().skip(depth);
        let skipped = usize::from(steps.get(depth).is_some_and(is_index));
        let below: String = below.skip(skipped).map(|step| format!("/{step}")).collect();
        return format!("{parent} is {kind}: write `{above}/*{below}` for each of its items");
    }
    match kind.as_str() {
        "" => format!("the output schema allows no value at {parent}"),
        kind => format!("{parent} is {kind} and has nothing within"),
    }
}
