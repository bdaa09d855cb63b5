//! `toolc show`: everything known about one tool.

mod page;
mod stage;

use super::Exit;
use super::answers::{find_answers, show_answer, write_answers};
use super::approvals::{list_approvals, suggest_approval, suggested_approval};
use super::artifacts::proposed::{find_proposed, write_proposed};
use super::checking;
use super::flows::{flow_lines, need_lines, token_lines, write_labels, write_needs, write_tokens};
use super::origins::{
    approval_lines, effect_line, limit_lines, repair_lines, result_lines, write_effect_origin,
    write_policies,
};
use super::output::{DataFormat, refuse_with};
use super::rules::{rule_lines, write_rules};
use super::view::{View, view_paths};
use clap::Args;
use stage::{Stage, names_skipped, refuse_skipped, show_stage};
use std::path::PathBuf;
use toolc_base::diagnostic::render::{Places, escape_text};
use toolc_base::diagnostic::suggest::{ask_whether, nearest};
use toolc_base::json_text::{lay_out, write_array, write_object, write_string};
use toolc_emit::emit::name_tool;
use toolc_model::model::execution::Execution;
use toolc_model::model::{Catalog, Skipped, Tool, ToolId};

/// Show all that is known about one tool
#[derive(Args)]
pub(super) struct Show {
    /// The qualified name, or the name on the wire
    #[arg(value_name = "NS::TOOL")]
    name: String,
    /// Files and folders with specs
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// Only the overload whose input schema has this fingerprint
    #[arg(long, value_name = "SHA256", conflicts_with = "stage")]
    fingerprint: Option<String>,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    format: DataFormat,
    /// Print what the compiler knows about the tool after this stage, with places, even if there are errors
    #[arg(long, value_enum, conflicts_with = "format")]
    stage: Option<Stage>,
}

impl Show {
    pub fn run(self) -> Exit {
        if let Some(stage) = self.stage {
            return show_stage(stage, &self.paths, &self.name);
        }
        let view = match view_paths(&self.paths) {
            Ok(view) => view,
            Err(exit) => return exit,
        };
        let mut found: Vec<_> = view
            .catalog()
            .numbered()
            .filter(|(_, tool)| tool.has_name(&self.name))
            .collect();
        if found.is_empty() {
            let answers = find_answers(view.catalog(), &self.name);
            if !answers.is_empty() {
                return self.print_answers(&view, &answers);
            }
            return view
                .exit
                .or(refuse_name(view.catalog(), &view.skipped, &self.name));
        }
        if let Some(fingerprint) = &self.fingerprint {
            found.retain(|(_, tool)| tool.raw_fingerprint == *fingerprint);
            if found.is_empty() {
                return view.exit.or(refuse_fingerprint(&self.name, fingerprint));
            }
        }
        let places = Places::new(&view.sources);
        let text = match self.format {
            DataFormat::Human => found
                .iter()
                .map(|(id, tool)| human(&view, &places, *id, tool))
                .collect(),
            DataFormat::Json => lay_out(&write_array(
                found
                    .iter()
                    .map(|(id, tool)| entry(&view, &places, *id, tool)),
            )),
        };
        view.print_text(&text)
    }

    fn print_answers(&self, view: &View, answers: &[&Tool]) -> Exit {
        let places = Places::new(&view.sources);
        let text = match self.format {
            DataFormat::Human => {
                let texts = answers
                    .iter()
                    .map(|answer| show_answer(view, &places, answer));
                texts.collect()
            }
            DataFormat::Json => lay_out(&write_answers(view, &places, answers)),
        };
        view.print_text(&text)
    }
}

/// The sentence is that of `ToolRegistry::get_by_fingerprint`.
fn refuse_fingerprint(name: &str, fingerprint: &str) -> Exit {
    let message = format!("No overload of '{name}' matches fingerprint '{fingerprint}'.");
    let help = "without `--fingerprint`, all overloads are shown, each with its own (`raw`)";
    refuse_with(&escape_text(&message), help)
}

/// Says that there is no tool of this name: it was left out, or it may be a slip.
pub(super) fn refuse_name(catalog: &Catalog, skipped: &[Skipped], name: &str) -> Exit {
    let mut skipped = skipped.iter();
    if let Some(skipped) = skipped.find(|skipped| names_skipped(skipped, name)) {
        return refuse_skipped(name, skipped);
    }
    if catalog.workers.iter().any(|worker| worker.name == name) {
        let help = format!("`{name}` is a worker: `toolc list --workers` says what it may do");
        return refuse_with(&format!("no tool `{name}`"), &help);
    }
    let near = suggest(&catalog.tools, name);
    let help = near.map_or("`toolc list` lists all tools".to_owned(), |near| {
        ask_whether(name, escape_text(&near)).text
    });
    refuse_with(&format!("no tool `{}`", escape_text(name)), &help)
}

/// The qualified name of the tool that is meant: the name is its own without the namespace, or it
/// is near to one of its names.
fn suggest(tools: &[Tool], name: &str) -> Option<String> {
    let forms: [fn(&Tool) -> String; 3] = [
        Tool::qualified,
        |tool| tool.name.clone(),
        |tool| tool.wire_name.clone(),
    ];
    if let Some(tool) = tools.iter().find(|tool| tool.name == name) {
        return Some(tool.qualified());
    }
    forms.iter().find_map(|form| {
        let names: Vec<String> = tools.iter().map(form).collect();
        let near = nearest(name, names.iter().map(String::as_str))?;
        let at = names.iter().position(|name| name == near)?;
        tools.get(at).map(Tool::qualified)
    })
}

fn human(view: &View, places: &Places<'_>, id: ToolId, tool: &Tool) -> String {
    let catalog = view.catalog();
    let rust = view.checked().and_then(|checked| name_tool(checked, id));
    let [marker, args, output] = rust.map_or_else(Default::default, |rust| {
        [rust.marker, rust.args, rust.output]
    });
    let rows = [
        ("title", tool.title.clone().unwrap_or_default()),
        ("description", tool.description.clone()),
        ("wire name", tool.wire_name.clone()),
        ("old names", old_names(tool).join(", ")),
        ("deprecated", deprecated(tool).unwrap_or_default()),
        ("old args", old_arguments(tool).join("\n")),
        ("filled", filled(tool).join("\n")),
        ("defined at", places.show(tool.span)),
        (
            "namespace",
            format!("{} (from the {})", tool.namespace, tool.namespace_from),
        ),
        ("approval", approval_words(view, places, id)),
        ("rules", rule_lines(catalog, places, id).join("\n")),
        ("limits", limit_lines(catalog, places, id).join("\n")),
        ("repairs", repair_lines(catalog, id).join("\n")),
        ("results", result_lines(catalog, places, id).join("\n")),
        ("execution", execution(tool).to_owned()),
        ("effect", effect_line(places, tool)),
        ("flow", flow_lines(catalog, id).join("\n")),
        ("request", request(tool)),
        ("needs", need_lines(catalog, id).join("\n")),
        ("tokens", token_lines(catalog, id).join("\n")),
        (
            "suggested",
            suggest_approval(catalog, id).unwrap_or_default(),
        ),
        (
            "metadata",
            tool.stated_metadata().unwrap_or_default().to_owned(),
        ),
        ("tool type", marker),
        ("arguments", args),
        ("result", output),
        ("digest", tool.digest.clone()),
        ("raw", tool.raw_fingerprint.clone()),
        ("structural", tool.structural_fingerprint.clone()),
    ];
    let mut out = format!("{}\n", escape_text(&tool.qualified()));
    for (name, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
        let lines: Vec<String> = text.lines().map(escape_text).collect();
        out.push_str(&format!("  {name:<12}{}\n", lines.join("\n              ")));
    }
    out.push_str(&checking::render_human(catalog, tool));
    let input = catalog.compose_text(&tool.input_text);
    out.push_str(&format!("\ninput {}", show_schema(&input)));
    if let Some(output) = &tool.output_text {
        let output = catalog.compose_text(output);
        out.push_str(&format!("\noutput {}", show_schema(&output)));
    }
    if let Some(proposed) = find_proposed(&view.proposed, tool) {
        let model = escape_text(&proposed.model);
        let schema = show_schema(&proposed.proposal.schema.to_json());
        out.push_str(&format!(
            "\noutput proposed by the model `{model}`; no result is held to it, and no model is shown it {schema}"
        ));
    }
    out.push('\n');
    out
}

/// The names that it had, qualified.
fn old_names(tool: &Tool) -> Vec<&str> {
    let names = tool.evolution.old_names.iter();
    names.map(|old| old.name.value.as_str()).collect()
}

/// What calls should no longer use of its arguments.
fn old_arguments(tool: &Tool) -> Vec<String> {
    let arguments = tool.evolution.arguments.iter();
    let words = arguments.map(|argument| {
        let name = &argument.name.value;
        match (&argument.now, &argument.deprecated) {
            (Some(now), _) => format!("{name}, now {now}"),
            (None, said) => format!(
                "{name}: deprecated {}",
                said.as_ref().map_or_else(String::new, |said| said.words())
            ),
        }
    });
    words.collect()
}

/// What is filled in where a call leaves it out.
fn filled(tool: &Tool) -> Vec<String> {
    let filling = tool.filling.as_ref();
    filling.map_or_else(Vec::new, |filling| filling.words())
}

/// What is said about it if it is deprecated.
fn deprecated(tool: &Tool) -> Option<String> {
    let said = tool.evolution.deprecated.as_ref();
    said.map(|said| said.words())
}

/// The request that a tool makes: `GET /pets/{petId}`.
fn request(tool: &Tool) -> String {
    let http = tool.http.as_ref();
    http.map_or(String::new(), |http| {
        format!("{} {}", http.method, http.path)
    })
}

/// Who alone may call it, where that is so.
fn execution(tool: &Tool) -> &'static str {
    match tool.execution {
        Execution::Both => "",
        Execution::Llm => "llm: models alone may call it",
        Execution::Manual => "manual: people alone may call it, and no model is shown it",
    }
}

/// A tool that exists for no worker is one that nobody can call, which has to be said.
fn approval_words(view: &View, places: &Places<'_>, id: ToolId) -> String {
    let lines = approval_lines(view.catalog(), places, id);
    // where there is an error, the worker may be missing
    match lines.is_empty() && view.checked().is_some() {
        true => "granted to no worker".to_owned(),
        false => lines.join("\n"),
    }
}

/// A schema for people: what is hidden in its texts is shown.
fn show_schema(json: &str) -> String {
    let lines = lay_out(json);
    lines
        .lines()
        .map(|line| format!("{}\n", escape_text(line)))
        .collect()
}

/// A text in JSON; `null` where there is none.
fn some(text: String) -> String {
    match text.as_str() {
        "" => "null".to_owned(),
        text => write_string(text),
    }
}

fn entry(view: &View, places: &Places<'_>, id: ToolId, tool: &Tool) -> String {
    let catalog = view.catalog();
    let workers: Vec<(&str, String)> = list_approvals(catalog, id)
        .into_iter()
        .map(|(worker, approval)| (worker, write_string(approval)))
        .collect();
    let null = || "null".to_owned();
    let (effect_from, effect_place) = write_effect_origin(places, tool);
    let rust = view.checked().and_then(|checked| name_tool(checked, id));
    let rust = rust.map_or_else(null, |rust| {
        write_object(&[
            ("marker", write_string(&rust.marker)),
            ("args", write_string(&rust.args)),
            ("output", write_string(&rust.output)),
        ])
    });
    let mut fields = vec![
        ("name", write_string(&tool.name)),
        ("namespace", write_string(&tool.namespace)),
        ("namespace_from", write_string(tool.namespace_from)),
        ("qualified", write_string(&tool.qualified())),
        ("overload", tool.overload.to_string()),
        ("wire_name", write_string(&tool.wire_name)),
        (
            "old_names",
            write_array(old_names(tool).into_iter().map(write_string)),
        ),
        (
            "deprecated",
            deprecated(tool).map_or_else(null, |said| write_string(&said)),
        ),
        (
            "title",
            tool.title.as_deref().map_or_else(null, write_string),
        ),
        ("description", write_string(&tool.description)),
        ("execution", write_string(tool.execution.name())),
        ("workers", write_object(&workers)),
        ("policy", write_policies(catalog, places, id)),
        ("rules", write_rules(catalog, places, id)),
        ("effect", write_string(tool.effect.class.name())),
        ("effect_from", effect_from),
        ("effect_place", effect_place),
        ("open_world", tool.effect.open_world.to_string()),
        ("request", some(request(tool))),
        ("flow", write_labels(catalog, id)),
        ("needs", write_needs(&catalog.needs_of(&[id]))),
        ("tokens", write_tokens(catalog, id)),
        ("suggested_approval", suggested_approval(catalog, id)),
        (
            "metadata",
            tool.stated_metadata().unwrap_or("{}").to_owned(),
        ),
        ("rust", rust),
        ("place", write_string(&places.show(tool.span))),
        ("digest", write_string(&tool.digest)),
        ("raw_fingerprint", write_string(&tool.raw_fingerprint)),
        (
            "structural_fingerprint",
            write_string(&tool.structural_fingerprint),
        ),
        ("checked", checking::render_json(catalog, tool)),
        ("input", catalog.compose_text(&tool.input_text)),
        (
            "output",
            tool.output_text
                .as_ref()
                .map_or_else(null, |output| catalog.compose_text(output)),
        ),
    ];
    if let Some(proposed) = find_proposed(&view.proposed, tool) {
        fields.push(("proposed_output", write_proposed(proposed)));
    }
    write_object(&fields)
}
