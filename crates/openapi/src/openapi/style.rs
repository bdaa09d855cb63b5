//! How a parameter is serialized: its style and options, or the media type of its content.

use super::document::Document;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node};
use toolc_model::model::http::{Form, Place, Style, Styled};

/// Every style, with the locations where it is defined (OpenAPI 3.2, "Style Values"). The first
/// style for a location is its default. `tabDelimited` stands for `collectionFormat: tsv` of
/// Swagger 2.0; `segments` is that of templates with several segments, which no description names.
const STYLES: &[(&str, Style, &[Place])] = &[
    ("simple", Style::Simple, &[Place::Path, Place::Header]),
    ("form", Style::Form, &[Place::Query, Place::Cookie]),
    ("matrix", Style::Matrix, &[Place::Path]),
    ("label", Style::Label, &[Place::Path]),
    ("spaceDelimited", Style::SpaceDelimited, &[Place::Query]),
    ("pipeDelimited", Style::PipeDelimited, &[Place::Query]),
    ("deepObject", Style::DeepObject, &[Place::Query]),
    ("cookie", Style::Cookie, &[Place::Cookie]),
    ("tabDelimited", Style::TabDelimited, &[Place::Query]),
    ("segments", Style::Segments, &[]),
];

/// The key for the style of inner lists, which only Swagger 2.0 has and no description can write.
pub(super) const INNER: &str = "style of inner lists";

fn style_named(name: &str) -> Option<Style> {
    let row = STYLES.iter().find(|(known, ..)| *known == name);
    row.map(|row| row.1)
}

/// The location for a value of `in`.
pub(super) fn read_place(word: &str) -> Option<Place> {
    Place::ALL.into_iter().find(|place| place.name() == word)
}

/// The OpenAPI name of a style.
pub(super) fn style_name(style: Style) -> &'static str {
    let row = STYLES.iter().find(|(_, known, _)| *known == style);
    row.map_or("", |row| row.0)
}

/// The default style at a location.
pub(super) fn usual_style(place: Place) -> Styled {
    let row = STYLES.iter().find(|(_, _, places)| places.contains(&place));
    let style = row.map_or(Style::Form, |row| row.1);
    Styled {
        style,
        explode: explodes(style),
        allow_reserved: false,
        inner: None,
    }
}

/// The default of `explode` for a style.
fn explodes(style: Style) -> bool {
    matches!(style, Style::Form | Style::Cookie | Style::DeepObject)
}

/// How the parameter `name` is serialized according to its keys.
pub(super) fn form_style(
    diagnostics: &mut Diagnostics,
    map: &Map,
    place: Place,
    name: &str,
    document: &Document,
) -> Form {
    if let Some(media) = content_style(diagnostics, map, name) {
        return Form::Content(media.key.clone());
    }
    if place == Place::QueryString {
        return Form::Content("application/x-www-form-urlencoded".to_owned());
    }
    Form::Style(read_style(diagnostics, map, place, name, document))
}

/// The only media type of a parameter without `schema`.
pub(super) fn content_style<'m>(
    diagnostics: &mut Diagnostics,
    map: &'m Map,
    name: &str,
) -> Option<&'m Entry> {
    let content = map.get_map("content")?;
    let first = content.iter().next()?;
    let mut note = |entry: &Entry, message: String, help: &str| {
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, entry.key_span, message);
        diagnostics.push(finding.help(help));
    };
    if let Some(schema) = map.entry("schema") {
        let message =
            format!("the parameter `{name}` has both `schema` and `content`; `schema` counts");
        note(schema, message, "keep one of the two");
        return None;
    }
    if let Some(second) = content.iter().nth(1) {
        let message = format!(
            "the content of the parameter `{name}` has several media types; `{}` counts",
            first.key
        );
        note(second, message, "keep one of them");
    }
    Some(first)
}

/// The style of a parameter, or of a form field, which is serialized like a query parameter.
pub(super) fn read_style(
    diagnostics: &mut Diagnostics,
    map: &Map,
    place: Place,
    name: &str,
    document: &Document,
) -> Styled {
    let usual = usual_style(place);
    let style = map
        .get("style")
        .and_then(|node| style(diagnostics, node, place, name))
        .unwrap_or(usual.style);
    let explode = map.get("explode").and_then(Node::as_bool);
    let allow_reserved = map.entry("allowReserved");
    let allow_reserved = allow_reserved.filter(|entry| entry.value.as_bool() == Some(true));
    // in the query, and since OpenAPI 3.2 in the path
    let has_effect = place == Place::Query || place == Place::Path && document.is_32();
    if let Some(entry) = allow_reserved.filter(|_| !has_effect) {
        let message = format!(
            "`allowReserved` has no effect on `{name}`: it means nothing in the {}",
            place.name()
        );
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, entry.key_span, message);
        diagnostics.push(finding.help("remove it"));
    }
    let exploded = explode.unwrap_or(explodes(style));
    let delimited = matches!(
        style,
        Style::SpaceDelimited | Style::PipeDelimited | Style::TabDelimited
    );
    let (style, explode) = match style {
        // each property is a separate pair in any case
        Style::DeepObject => (style, true),
        // nothing is left to delimit
        _ if delimited && exploded => (Style::Form, true),
        _ => (style, exploded),
    };
    Styled {
        style,
        explode,
        allow_reserved: allow_reserved.is_some() && has_effect,
        inner: map.get_str(INNER).and_then(style_named),
    }
}

/// The named style, if it is defined at this location.
fn style(diagnostics: &mut Diagnostics, node: &Node, place: Place, name: &str) -> Option<Style> {
    let word = node.as_str().unwrap_or("");
    let found = STYLES.iter().find(|(known, _, _)| *known == word);
    if let Some((_, style, _)) = found.filter(|(_, _, places)| places.contains(&place)) {
        return Some(*style);
    }
    let usual = style_name(usual_style(place).style);
    let legal = STYLES.iter().filter(|row| row.2.contains(&place));
    let names = || legal.clone().map(|row| row.0);
    let message = match found {
        Some(_) => format!(
            "the style `{word}` has no meaning in the {}; `{name}` is written in the style `{usual}`",
            place.name()
        ),
        None => format!("there is no style `{word}`; `{name}` is written in the style `{usual}`"),
    };
    let help = match did_you_mean(word, names()) {
        Some(help) => help,
        None => format!(
            "write {}",
            toolc_model::reading::fields::quote_names(names())
        )
        .into(),
    };
    let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, node.span, message);
    diagnostics.push(finding.help(help));
    None
}
