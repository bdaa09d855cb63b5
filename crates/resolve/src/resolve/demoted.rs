//! Third-party words in descriptions, none of which may pass for those of a speaker in a conversation.

use super::names::Named;
use super::text::ToolTexts;
use std::borrow::Cow;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::draft::DraftTool;
use toolc_runtime::{demote_speakers, hidden};

/// Rewrites the descriptions and titles of third-party tools for models, and reports the tools in
/// which something is shown differently; `texts` tells this for their schemas.
pub(super) fn demote_texts(
    diagnostics: &mut Diagnostics,
    named: &mut [Named],
    texts: &[ToolTexts],
) {
    for (tool, texts) in named.iter_mut().zip(texts) {
        if !tool.draft.foreign {
            continue;
        }
        let in_words = demote_words(&mut tool.draft);
        if in_words || texts.is_demoted {
            let what = if in_words { "description" } else { "schema" };
            diagnostics.push(demoted_text(tool, what));
        }
    }
}

/// Rewrites the texts, and returns whether anything is shown differently.
fn demote_words(draft: &mut DraftTool) -> bool {
    let mut is_demoted = false;
    for text in [&mut draft.description].into_iter().chain(&mut draft.title) {
        if let Cow::Owned(shown) = demote_speakers(text) {
            *text = shown;
            is_demoted = true;
        }
    }
    is_demoted
}

fn demoted_text(tool: &Named, what: &str) -> Diagnostic {
    let draft = &tool.draft;
    let name = hidden::show_hidden(&format!("{}::{}", tool.namespace, draft.name.value));
    let message =
        format!("the {what} of `{name}` has markup that marks a speaker in a conversation");
    let place = draft.described.filter(|_| what == "description");
    Diagnostic::new(Code::DEMOTED_TEXT, place.unwrap_or(draft.span), message)
        .label("a tag, a token or a speaker line")
        .help("models are shown it with full-width characters; no action is needed, but check what the text is meant to do")
}
