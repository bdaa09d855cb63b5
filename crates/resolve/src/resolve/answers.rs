//! Names final answers, which are in no namespace.

use super::names::{Named, name_tools};
use std::collections::HashMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::{Sources, Span};
use toolc_model::config::Config;
use toolc_model::draft::{DraftTool, Skipped};

/// The answers with their names. One whose name another has is left out.
pub fn name_answers(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    config: &Config,
    drafts: Vec<DraftTool>,
) -> (Vec<Named>, Vec<Skipped>) {
    let (named, skipped) = name_tools(diagnostics, sources, config, drafts);
    let mut known: HashMap<String, Span> = HashMap::new();
    let mut answers = Vec::with_capacity(named.len());
    for answer in named {
        let name = &answer.draft.name;
        if let Some(first) = known.get(&name.value) {
            diagnostics.push(repeated_answer(&answer.draft, *first));
            continue;
        }
        known.insert(name.value.clone(), name.span);
        answers.push(Named {
            is_answer: true,
            ..answer
        });
    }
    (answers, skipped)
}

fn repeated_answer(second: &DraftTool, first: Span) -> Diagnostic {
    let name = &second.name;
    let message = format!("two answers are called `{}`", name.value);
    Diagnostic::new(Code::TAKEN_ANSWER_NAME, name.span, message)
        .label("the second")
        .also(first, "the first")
        .help("give one of them another name: answers are in no namespace")
}
