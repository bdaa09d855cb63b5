//! Which parameter belongs to which place of a path. Every required one has a place, or the operation is left out.

use super::Resolved;
use crate::openapi::argument::Subject;
use crate::openapi::skip::Skip;
use crate::openapi::template::{Declared, Template, read_template};
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use toolc_base::node::{Map, Node};
use toolc_model::reading::fields::quote_names;

/// Reads the path of an operation, and reports what is written differently than OpenAPI has it.
pub(super) fn read_path(
    diagnostics: &mut Diagnostics,
    subject: &Subject<'_>,
    described: &[Resolved<'_>],
) -> Template {
    let in_path = described.iter().filter(|known| known.location == "path");
    let declared: Vec<Declared<'_>> = in_path
        .map(|known| Declared {
            name: known.name,
            is_delimited: matches!(known.map.get_str("style"), Some("matrix" | "label")),
        })
        .collect();
    let template = read_template(subject.at.path, &declared);
    let mut note = |message: String, help: &str| {
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, subject.at.span, message);
        diagnostics.push(finding.help(help));
    };
    for (written, read) in &template.changes {
        let long = template
            .long
            .iter()
            .find(|name| *read == format!("{{{name}}}"));
        let message = match (read.as_str(), long) {
            ("", _) => format!("`{written}` in the path is not sent"),
            (_, Some(_)) => {
                format!(
                    "`{written}` in the path is read as `{read}`, a value of one or more segments"
                )
            }
            (_, None) => format!("`{written}` in the path is read as `{read}`"),
        };
        note(
            message,
            "OpenAPI has names in braces, and nothing else: `/pets/{petId}`",
        );
    }
    for name in template.repeated() {
        let message = format!("the path has `{{{name}}}` more than once; each gets the same value");
        note(message, "give each place a name of its own");
    }
    template
}

/// Gives the parameters in the path the names that the path has for them.
pub(super) fn place_parameters<'d>(
    diagnostics: &mut Diagnostics,
    template: &'d Template,
    described: &mut [Resolved<'d>],
) -> Result<(), Skip> {
    let names = template.names();
    let is_described = |described: &[Resolved<'_>], name: &str| {
        let mut known = described.iter();
        known.any(|known| known.location == "path" && known.name == name)
    };
    let is_homeless =
        |known: &Resolved<'_>| known.location == "path" && !names.contains(&known.name);
    for at in 0..described.len() {
        if !is_homeless(&described[at]) {
            continue;
        }
        let name = described[at].name;
        if template.query.iter().any(|listed| listed == name) {
            let message =
                format!("the path lists `{name}` for the query, so that is where it is sent");
            described[at].note(diagnostics, message, "write `in: query`");
            described[at].location = "query";
            continue;
        }
        let free = names.iter().filter(|free| !is_described(described, free));
        if let Some(meant) = free.copied().find(|free| fold(free) == fold(name)) {
            described[at].rename(diagnostics, meant);
        }
    }
    let homeless: Vec<usize> = (0..described.len())
        .filter(|at| is_homeless(&described[*at]))
        .collect();
    let free: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| !is_described(described, name))
        .collect();
    if let ([at], [meant]) = (&homeless[..], &free[..]) {
        described[*at].rename(diagnostics, meant);
        return Ok(());
    }
    for at in homeless {
        let parameter = &described[at];
        let mut others = described.iter();
        let is_sent = others.any(|other| other.location != "path" && other.name == parameter.name);
        let may_lack = parameter.map.get("required").and_then(Node::as_bool) == Some(false);
        if !is_sent && !may_lack {
            return Err(no_place(parameter, &free));
        }
    }
    Ok(())
}

/// Whether a parameter says itself how it is written.
pub(super) fn has_own_form(map: &Map) -> bool {
    let keys = ["style", "explode", "allowReserved", "content"];
    keys.iter().any(|key| map.contains(key))
}

impl<'d> Resolved<'d> {
    fn rename(&mut self, diagnostics: &mut Diagnostics, meant: &'d str) {
        let message = format!(
            "the path has `{{{meant}}}` where the parameter is called `{}`",
            self.name
        );
        self.note(diagnostics, message, &format!("call it `{meant}`"));
        self.name = meant;
    }

    fn note(&self, diagnostics: &mut Diagnostics, message: String, help: &str) {
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, self.span, message);
        diagnostics.push(finding.help(help));
    }
}

/// The letters and digits of a name.
fn fold(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn no_place(parameter: &Resolved<'_>, free: &[&str]) -> Skip {
    let name = parameter.name;
    let others = match free {
        [] => String::new(),
        free => format!(
            "; it has {}",
            quote_names(free.iter().map(|name| format!("{{{name}}}")))
        ),
    };
    let near = did_you_mean(name, free.iter().copied());
    let help = near.unwrap_or_else(|| Help::from("write it into the path in braces, or remove it"));
    Skip {
        reason: format!("the path has no `{{{name}}}` for its required parameter `{name}`{others}"),
        remedy: help.text,
        span: Some(parameter.span),
    }
}
