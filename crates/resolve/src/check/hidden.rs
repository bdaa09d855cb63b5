//! Characters that a reviewer cannot see, but models, approvers or terminals read: control,
//! bidirectional, zero-width, blank and tag characters, and needless selectors and joiners.

mod texts;

use std::collections::HashSet;
use texts::{Text, Value};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::model::{Catalog, SchemaText, Tool};
use toolc_runtime::hidden;

/// How many characters are shown on either side of a hidden one.
const AROUND: usize = 16;

/// Reports the first hidden character of each text. A definition shared by several tools is
/// reported at the first of them, and so are the texts on servers and credentials that operations
/// share.
pub(super) fn check_hidden_characters(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut definitions: Vec<Option<Found>> = catalog
        .definitions
        .iter()
        .map(|definition| find(&definition.name).or_else(|| find_in_json(&definition.schema.text)))
        .collect();
    let mut reported = HashSet::new();
    for tool in &catalog.tools {
        let owner = Owner {
            kind: "",
            name: &tool.qualified(),
            span: Some(tool.span),
        };
        for text in texts::of_tool(tool) {
            report_text(diagnostics, &owner, &text);
        }
        for text in tool.http.iter().flat_map(|http| texts::of_operation(http)) {
            if text.find().is_some() && reported.insert(text.value.text().to_owned()) {
                report_text(diagnostics, &owner, &text);
            }
        }
        check_schemas(diagnostics, catalog, tool, &owner, &mut definitions);
    }
    for declared in &catalog.declared {
        let owner = Owner {
            kind: "",
            name: &declared.namespace,
            span: Some(declared.span),
        };
        report_text(diagnostics, &owner, &texts::of_declared(declared));
    }
    for worker in &catalog.workers {
        let owner = Owner {
            kind: "worker ",
            name: &worker.name,
            span: worker.span,
        };
        let mut seen = HashSet::new();
        for text in texts::of_worker(worker) {
            let place = (text.what.clone(), text.span);
            if text.find().is_some() && seen.insert(place) {
                report_text(diagnostics, &owner, &text);
            }
        }
    }
    for engine in &catalog.engines {
        let owner = Owner {
            kind: "engine ",
            name: &engine.name,
            span: Some(engine.span),
        };
        for text in texts::of_engine(engine) {
            report_text(diagnostics, &owner, &text.for_people());
        }
    }
}

fn check_schemas(
    diagnostics: &mut Diagnostics,
    catalog: &Catalog,
    tool: &Tool,
    owner: &Owner<'_>,
    definitions: &mut [Option<Found>],
) {
    let metadata = tool
        .metadata
        .iter()
        .find_map(|(key, node)| find(key).or_else(|| find_in_json(&node.to_json())));
    report(diagnostics, owner, ("metadata", "a model"), metadata);
    let schemas = [
        ("input schema", Some(&tool.input_text)),
        ("output schema", tool.output_text.as_ref()),
    ];
    for (what, schema) in schemas {
        let found = schema.and_then(|schema| find_in_schema(catalog, schema, definitions));
        report(diagnostics, owner, (what, "a model"), found);
    }
}

/// The owner of a text.
struct Owner<'c> {
    /// A prefix such as `worker `; empty for a tool.
    kind: &'static str,
    name: &'c str,
    span: Option<Span>,
}

impl Text<'_> {
    fn find(&self) -> Option<Found> {
        match &self.value {
            Value::Plain(text) => find(text),
            Value::Json(text) => find_in_json(text),
        }
    }
}

fn report_text(diagnostics: &mut Diagnostics, owner: &Owner<'_>, text: &Text<'_>) {
    let owner = &Owner {
        span: text.span.or(owner.span),
        ..*owner
    };
    let reader = if text.is_for_models {
        "a model"
    } else {
        "a person"
    };
    report(diagnostics, owner, (&text.what, reader), text.find());
}

fn find_in_schema(
    catalog: &Catalog,
    schema: &SchemaText,
    definitions: &mut [Option<Found>],
) -> Option<Found> {
    find_in_json(&schema.text).or_else(|| {
        if definitions.iter().all(Option::is_none) {
            return None;
        }
        let mut reached = catalog.reached_definitions(schema).into_iter();
        reached.find_map(|index| definitions.get_mut(index).and_then(Option::take))
    })
}

/// A hidden character, and the visible text around it.
struct Found {
    character: char,
    around: String,
}

impl Found {
    /// The character, with excerpts of the text before and after it.
    fn between(before: &str, character: char, after: &str) -> Self {
        let from = before.char_indices().rev().nth(AROUND - 1);
        let mut around = hidden::show_hidden(&before[from.map_or(0, |(at, _)| at)..]);
        around.extend(character.escape_unicode());
        let part: String = after.chars().take(AROUND).collect();
        around.push_str(&hidden::show_hidden(&part));
        Found { character, around }
    }
}

fn find(text: &str) -> Option<Found> {
    let mut at = 0;
    for (character, hidden) in hidden::visible_letters(text) {
        let end = at + character.len_utf8();
        if hidden.is_some() {
            return Some(Found::between(&text[..at], character, &text[end..]));
        }
        at = end;
    }
    None
}

/// In JSON text control characters are escaped, except U+007F.
fn find_in_json(text: &str) -> Option<Found> {
    let is_plain = text.is_ascii() && !text.contains('\u{7f}');
    let plainly = if is_plain { None } else { find(text) };
    plainly.or_else(|| {
        text.match_indices('\\')
            .filter(|(at, _)| is_escape(text, *at))
            .find_map(|(at, _)| unescape(text, at))
    })
}

/// Whether the backslash at `at` begins an escape: the number of backslashes before it is even.
fn is_escape(text: &str, at: usize) -> bool {
    text.as_bytes()[..at]
        .iter()
        .rev()
        .take_while(|&&byte| byte == b'\\')
        .count()
        % 2
        == 0
}

fn unescape(text: &str, at: usize) -> Option<Found> {
    let rest = text.get(at + 1..)?;
    let length = if rest.starts_with('u') { 5 } else { 1 };
    let character = match rest.as_bytes().first()? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'u' => char::from_u32(u32::from_str_radix(rest.get(1..5)?, 16).ok()?)?,
        _ => return None,
    };
    hidden::describe_hidden(character)?;
    let after = rest.get(length..).unwrap_or("");
    Some(Found::between(&text[..at], character, after))
}

fn report(
    diagnostics: &mut Diagnostics,
    owner: &Owner<'_>,
    (what, reader): (&str, &str),
    found: Option<Found>,
) {
    let Some(Found { character, around }) = found else {
        return;
    };
    let code_point = format!("U+{:04X}", u32::from(character));
    let description = hidden::describe_hidden(character).unwrap_or("a hidden character");
    let what = hidden::show_hidden(what);
    let message = format!(
        "the {what} of {}`{}` has {description}, {code_point}",
        owner.kind,
        hidden::show_hidden(owner.name)
    );
    let finding = match owner.span {
        Some(span) => {
            let label = format!("{reader} reads it, but a reviewer does not see it");
            Diagnostic::new(Code::HIDDEN_CHARACTER, span, message).label(label)
        }
        None => Diagnostic::placeless(Code::HIDDEN_CHARACTER, message),
    };
    let around = around.replace('\n', " ");
    let help = format!("remove {code_point} from the {what}: it is in `{around}`");
    diagnostics.push(finding.help(help));
}
