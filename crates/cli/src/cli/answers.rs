//! Final answers, as `toolc list`, `toolc show` and `toolc export` print them.

use super::Exit;
use super::input::Answer as Compiled;
use super::output::{print_data, print_line, refuse_with};
use super::view::View;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::render::{Places, escape_text};
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::json_text::{lay_out, write_array, write_object, write_string};
use toolc_emit::emit::name_answer;
use toolc_model::model::{Catalog, Target, Tool};
use toolc_runtime::strict::LeftOut;
use toolc_runtime::{AnswerRequest, AskedAnswer, Unenforced};

/// Whether a name is that of an answer: its own, with `answers::` before it, or that on the wire.
fn has_name(answer: &Tool, name: &str) -> bool {
    answer.name == name || answer.has_name(name)
}

/// The answers of this name.
pub(super) fn find_answers<'c>(catalog: &'c Catalog, name: &str) -> Vec<&'c Tool> {
    let answers = catalog.answers.iter();
    answers.filter(|answer| has_name(answer, name)).collect()
}

/// A line for each answer.
pub(super) fn list_lines(catalog: &Catalog) -> String {
    let names = catalog
        .answers
        .iter()
        .map(|answer| escape_text(&answer.qualified()));
    let names: Vec<String> = names.collect();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).min(60);
    let lines = names.iter().zip(&catalog.answers).map(|(name, answer)| {
        let first = escape_text(answer.description.lines().next().unwrap_or(""));
        let line = format!("{name:width$}  {}", shorten_text(&first, 80));
        format!("{}\n", line.trim_end())
    });
    lines.collect()
}

/// Answers as JSON.
pub(super) fn write_answers(view: &View, places: &Places<'_>, answers: &[&Tool]) -> String {
    write_array(
        answers
            .iter()
            .map(|answer| write_answer(view, places, answer)),
    )
}

fn write_answer(view: &View, places: &Places<'_>, answer: &Tool) -> String {
    let catalog = view.catalog();
    let null = || "null".to_owned();
    let rust = view
        .checked()
        .and_then(|checked| name_answer(checked, answer));
    write_object(&[
        ("name", write_string(&answer.name)),
        ("qualified", write_string(&answer.qualified())),
        ("wire_name", write_string(&answer.wire_name)),
        (
            "title",
            answer.title.as_deref().map_or_else(null, write_string),
        ),
        ("description", write_string(&answer.description)),
        ("rust", rust.map_or_else(null, |rust| write_string(&rust))),
        ("place", write_string(&places.show(answer.span))),
        ("digest", write_string(&answer.digest)),
        ("raw_fingerprint", write_string(&answer.raw_fingerprint)),
        (
            "structural_fingerprint",
            write_string(&answer.structural_fingerprint),
        ),
        ("schema", catalog.compose_text(&answer.input_text)),
    ])
}

/// What is known about an answer, for people.
pub(super) fn show_answer(view: &View, places: &Places<'_>, answer: &Tool) -> String {
    let rust = view
        .checked()
        .and_then(|checked| name_answer(checked, answer));
    let rows = [
        ("title", answer.title.clone().unwrap_or_default()),
        ("description", answer.description.clone()),
        ("wire name", answer.wire_name.clone()),
        ("defined at", places.show(answer.span)),
        ("type", rust.unwrap_or_default()),
        ("digest", answer.digest.clone()),
        ("raw", answer.raw_fingerprint.clone()),
        ("structural", answer.structural_fingerprint.clone()),
    ];
    let mut out = format!("{}\n", escape_text(&answer.qualified()));
    for (name, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
        let lines: Vec<String> = text.lines().map(escape_text).collect();
        out.push_str(&format!("  {name:<12}{}\n", lines.join("\n              ")));
    }
    let schema = lay_out(&view.catalog().compose_text(&answer.input_text));
    let lines = schema
        .lines()
        .map(|line| format!("{}\n", escape_text(line)));
    out.push_str(&format!("\nschema {}\n", lines.collect::<String>()));
    out
}

/// Prints what a request to a provider has for an answer.
pub(super) fn export_answer(
    compiled: &Compiled,
    name: &str,
    target: &Target,
    pretty: bool,
) -> Exit {
    let catalog = compiled.checked.catalog();
    let found = find_answers(catalog, name);
    let Some(answer) = found.first() else {
        let names = catalog.answers.iter().map(|answer| answer.name.as_str());
        let help =
            did_you_mean(name, names).unwrap_or_else(|| "`toolc list --answers` lists all".into());
        return refuse_with(&format!("no answer `{}`", escape_text(name)), &help.text);
    };
    let asked = AskedAnswer {
        name: &answer.wire_name,
        description: &answer.description,
        schema: &catalog.compose_text(&answer.input_text),
    };
    let request = AnswerRequest::new(&asked, target.form);
    if let Some(reason) = request.unenforced() {
        let why = say_why(reason);
        print_line(&format!(
            "{} does not hold a model to `{}`: {why}",
            target.name, answer.name
        ));
    }
    let text = request.members().as_text();
    print_data(&match pretty {
        true => lay_out(text),
        false => format!("{text}\n"),
    })
}

fn say_why(reason: &Unenforced) -> String {
    match reason {
        Unenforced::Schema(LeftOut::Schema(refusal)) => format!("its schema {}", refusal.reason()),
        Unenforced::Schema(LeftOut::Budget(what, maximum)) => {
            format!("it has more than {maximum} {what}")
        }
        _ => "its requests have no place for the form of an answer".to_owned(),
    }
}
