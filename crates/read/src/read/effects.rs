//! `effect`: what a tool's calls do.

use super::fields;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Node, Value};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::effect::{Effect, OPEN_WORLD, Stated};
use toolc_model::reading::words_of_others::explain_word;

/// `effect: read`, or several values: `effect: [read, open_world]`.
pub(super) fn read_effect(diagnostics: &mut Diagnostics, node: &Node) -> Stated {
    let mut stated = Stated::default();
    let words = match &node.value {
        Value::List(_) => fields::read_strings(diagnostics, node, "`effect`").unwrap_or_default(),
        Value::String(word) => vec![Spanned::new(word.clone(), node.span)],
        _ => {
            let wanted = "a word such as `read`, or a list such as `[read, open_world]`";
            fields::wrong_kind(diagnostics, node, "`effect`", wanted);
            return stated;
        }
    };
    for word in words {
        let class = Effect::STATED.iter().find(|(name, _)| *name == word.value);
        match class {
            Some((_, class)) => add_class(diagnostics, &mut stated, *class, word.span),
            None if word.value == OPEN_WORLD => {
                if let Some(first) = stated.open_world.replace(word.span) {
                    diagnostics.push(repeated(OPEN_WORLD, word.span, first));
                }
            }
            None => diagnostics.push(unknown(&word)),
        }
    }
    stated
}

fn add_class(diagnostics: &mut Diagnostics, stated: &mut Stated, class: Effect, span: Span) {
    let Some(first) = &stated.class else {
        stated.class = Some(Spanned::new(class, span));
        return;
    };
    if first.value == class {
        return diagnostics.push(repeated(class.name(), span, first.span));
    }
    let (one, other) = (first.value.name(), class.name());
    let strength = |name: &&str| {
        ["read", "write", "destructive"]
            .iter()
            .position(|known| known == name)
    };
    let (weaker, stronger) = match strength(&one) < strength(&other) {
        true => (one, other),
        false => (other, one),
    };
    let message = format!("`effect` says both `{one}` and `{other}`");
    let finding = Diagnostic::new(Code::WRONG_SHAPE, span, message)
        .also(first.span, "the first")
        .help(format!("keep only `{stronger}`, which includes `{weaker}`"));
    diagnostics.push(finding);
}

fn repeated(word: &str, span: Span, first: Span) -> Diagnostic {
    let message = format!("`effect` says `{word}` twice");
    Diagnostic::new(Code::WRONG_SHAPE, span, message)
        .also(first, "the first")
        .help("remove one of them")
}

fn unknown(word: &Spanned<String>) -> Diagnostic {
    let classes = Effect::STATED.iter().map(|(name, _)| *name);
    let words: Vec<&str> = classes.chain([OPEN_WORLD]).collect();
    let near = did_you_mean(&word.value, words.iter().copied());
    let help = near.unwrap_or_else(|| {
        let list = format!("write one of {}", fields::quote_names(&words));
        match explain_word(&word.value, words.iter().copied()) {
            Some(sentence) => format!("{list}; {sentence}").into(),
            None => list.into(),
        }
    });
    let message = format!("`{}` is not an effect", word.value);
    Diagnostic::new(Code::WRONG_SHAPE, word.span, message).help(help)
}
