//! Final answers: their names, their roots, and what providers can hold models to.

use super::hidden;
use std::collections::BTreeMap;
use toolc_base::diagnostic::quote::join_names;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_model::model::words::module_name;
use toolc_model::model::{ANSWERS, Catalog, Tool};
use toolc_runtime::strict::{Dialect, LeftOut, rewrite_alone};

/// Reports names that answers leave to nobody, answers that are not objects, hidden characters in them, and targets that
/// cannot hold a model to one.
pub(super) fn check_answers(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let Some(first) = catalog.answers.first() else {
        return;
    };
    check_taken(diagnostics, catalog, first);
    for answer in &catalog.answers {
        // the shape is that of arguments, which are objects in any case
        let kind = answer.written.get("type");
        let may_differ = kind.is_some_and(|kind| kind.as_str() != Some("object"));
        if may_differ || !catalog.shapes.takes(answer.input).objects {
            diagnostics.push(not_an_object(answer));
        } else {
            check_targets(diagnostics, catalog, answer);
        }
    }
    hidden::check_hidden_characters(diagnostics, &catalog.answers_alone());
}

/// The module of answers, and their entries in the lock, are called like a namespace or a worker could be.
fn check_taken(diagnostics: &mut Diagnostics, catalog: &Catalog, answer: &Tool) {
    let mut tools = catalog.tools.iter();
    let tool = tools.find(|tool| module_name(&tool.namespace) == ANSWERS);
    let mut workers = catalog.workers.iter();
    let worker = workers.find(|worker| module_name(&worker.name) == ANSWERS);
    let tool = tool.map(|tool| {
        (
            Some(tool.span),
            format!("the namespace `{}`", tool.namespace),
        )
    });
    let worker = worker.map(|worker| (worker.span, format!("the worker `{}`", worker.name)));
    for (place, owner) in [tool, worker].into_iter().flatten() {
        let message = format!("{owner} has the name of the module of final answers");
        let found = Diagnostic::new(
            Code::TAKEN_ANSWER_NAME,
            place.unwrap_or(answer.span),
            message,
        );
        let found = found.also(answer.span, "an answer");
        diagnostics.push(found.help("give it another name"));
    }
}

fn not_an_object(answer: &Tool) -> Diagnostic {
    let message = format!(
        "the answer `{}` may be something else than an object",
        answer.name
    );
    Diagnostic::new(Code::ANSWER_NOT_OBJECT, answer.span, message)
        .label("providers hold models to objects alone")
        .about(About::tool(answer.qualified()))
        .help("write `type: object` at its root, and put other values under a property")
}

/// Reports the targets that hold models to answers, and cannot to this one.
fn check_targets(diagnostics: &mut Diagnostics, catalog: &Catalog, answer: &Tool) {
    let schema = catalog.compose_text(&answer.input_text);
    let mut lax: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for target in &catalog.targets {
        let Some(dialect) = Dialect::of_answers(target.form) else {
            continue;
        };
        if let Err(reason) = rewrite_alone(&schema, dialect) {
            let reason = match reason {
                LeftOut::Schema(refusal) => format!("its schema {}", refusal.reason()),
                LeftOut::Budget(what, maximum) => format!("it has more than {maximum} {what}"),
            };
            lax.entry(reason).or_default().push(target.name);
        }
    }
    for (reason, targets) in lax {
        let message = format!(
            "{} cannot hold a model to the answer `{}`, because {reason}",
            join_names(&targets),
            answer.name
        );
        let found = Diagnostic::new(Code::NOT_STRICT, answer.span, message)
            .about(About::tool(answer.qualified()).at_targets(&targets))
            .help("whatever the model says is read by the whole schema; change it, or take the target out of `targets`");
        diagnostics.push(found);
    }
}
