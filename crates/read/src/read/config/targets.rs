//! `targets`: the providers that definitions go to.

use crate::read::fields;
use toolc_base::diagnostic::suggest::{ask_whether, did_you_mean};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use toolc_base::source::Spanned;
use toolc_model::model::Target;

/// Which target was probably meant, or else all of them.
pub(super) fn suggest_target(name: &str) -> Help {
    let names = Target::names;
    let meant = Target::meant(name).map(|meant| ask_whether(name, meant));
    match meant.or_else(|| did_you_mean(name, names())) {
        Some(help) => help,
        None => format!("write one of {}", fields::quote_names(names())).into(),
    }
}

pub(super) fn report_targets(diagnostics: &mut Diagnostics, targets: &[Spanned<String>]) {
    let names = Target::names;
    for target in targets {
        if names().any(|name| name == target.value) {
            continue;
        }
        let help = suggest_target(&target.value);
        let message = format!("`{}` is not a target", target.value);
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, target.span, message).help(help));
    }
}
