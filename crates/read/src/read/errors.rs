//! `errors`: the failures declared by a tool, or by a tool file for all its tools.

use super::Reading;
use super::fields::{self, Keys};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::restriction::OF_CONFIG;
use toolc_base::source::Spanned;
use toolc_model::model::failure::DeclaredError;
use toolc_runtime::{ErrorKind, is_error_code};

/// The keys of a declared failure.
const KEYS: &[&str] = &["message", "guidance", "retryable", "user_fixable"];

/// The prefix of codes for failures of engines.
const OF_ENGINE: &str = "HTTP_";

/// The failures of a tool: its own, then those of its file, unless the tool has the same code.
pub(super) fn of_tool(reading: &mut Reading<'_>, map: &Map) -> Vec<DeclaredError> {
    let mut errors = read_errors(reading.diagnostics, map);
    for error in &reading.errors {
        if errors.iter().all(|own| own.code.value != error.code.value) {
            errors.push(error.clone());
        }
    }
    errors
}

/// `errors: { UNKNOWN_PLACE: { message: …, guidance: …, user_fixable: true } }`
pub(super) fn read_errors(diagnostics: &mut Diagnostics, map: &Map) -> Vec<DeclaredError> {
    let Some(node) = map.get("errors") else {
        return Vec::new();
    };
    let Some(errors) = node.as_map() else {
        let wanted = "a mapping of codes, such as `{ UNKNOWN_PLACE: { message: … } }`";
        fields::wrong_kind(diagnostics, node, "`errors`", wanted);
        return Vec::new();
    };
    let errors = errors.iter();
    errors
        .filter_map(|entry| read_error(diagnostics, entry))
        .collect()
}

fn read_error(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<DeclaredError> {
    if let Some(finding) = wrong_code(entry) {
        diagnostics.push(finding);
        return None;
    }
    let code = Spanned::new(entry.key.clone(), entry.key_span);
    let owner = format!("the error `{}`", code.value);
    let map = match &entry.value.value {
        Value::Map(map) => map,
        Value::String(_) => {
            return message(diagnostics, &owner, &entry.value).map(|message| DeclaredError {
                code,
                message,
                guidance: None,
                retryable: false,
                user_fixable: false,
            });
        }
        _ => {
            let wanted = "a string, or a mapping with `message`";
            fields::wrong_kind(diagnostics, &entry.value, &owner, wanted);
            return None;
        }
    };
    let keys = Keys {
        owner: &owner,
        known: KEYS,
        restrictions: OF_CONFIG,
        idle: &[],
        called: &[],
        elsewhere: &[],
    };
    fields::check_keys(diagnostics, map, &keys);
    let Some(text) = map.get("message") else {
        let said = format!("{owner} has no `message`");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, said);
        diagnostics.push(finding.help("add `message: …`: it is what the model reads"));
        return None;
    };
    Some(DeclaredError {
        code,
        message: message(diagnostics, &owner, text)?,
        guidance: fields::string_at(diagnostics, map, "guidance").map(|text| text.value),
        retryable: fields::flag_at(diagnostics, map, "retryable").unwrap_or(false),
        user_fixable: fields::flag_at(diagnostics, map, "user_fixable").unwrap_or(false),
    })
}

fn message(diagnostics: &mut Diagnostics, owner: &str, node: &Node) -> Option<String> {
    let text = fields::read_string(diagnostics, node, &format!("the message of {owner}"))?;
    if text.value.trim().is_empty() {
        let said = format!("the message of {owner} is empty");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, text.span, said);
        diagnostics.push(finding.help("write what the model is to read"));
        return None;
    }
    Some(text.value)
}

/// Reports a code that does not have the form of one, or that is one of toolc's own.
fn wrong_code(entry: &Entry) -> Option<Diagnostic> {
    let code = entry.key.as_str();
    let is_taken = code.starts_with(OF_ENGINE) || ErrorKind::all().any(|kind| kind.code() == code);
    let (message, help) = match (is_error_code(code), is_taken) {
        (true, false) => return None,
        (true, true) => (
            format!("the code `{code}` is reserved by toolc"),
            "write another code: this one means a failure that toolc itself reports",
        ),
        (false, _) => (
            match code {
                "" => "an error code is empty".to_owned(),
                code => format!("`{code}` is not a valid error code"),
            },
            "write at most 64 letters, digits and `_`, such as `UNKNOWN_PLACE`",
        ),
    };
    Some(Diagnostic::new(Code::ILLEGAL_ERROR_CODE, entry.key_span, message).help(help))
}
