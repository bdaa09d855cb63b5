//! Turns the parameters of a path and an operation into arguments.

mod placing;

use super::argument::{Argument, Subject};
use super::document::Document;
use super::form::restrict_to_objects;
use super::media::bare_media;
use super::path::bare_path;
use super::skip::Skip;
use super::template::{self, Template};
use super::{media, style};
use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use toolc_base::node::{Map, Node};
use toolc_base::source::Span;
use toolc_model::model::http::{Form, Origin, Parameter, Place, Style, Styled};
use toolc_model::reading::dialect::is_yes;
use toolc_runtime::headers::{COOKIE, DESCRIBED, FRAMING};

/// The headers that are not arguments and have already been reported for a document.
pub(super) type ReportedHeaders = HashSet<String>;

/// A parameter with its reference resolved.
struct Resolved<'d> {
    name: &'d str,
    location: &'d str,
    map: &'d Map,
    span: Span,
}

/// The input of an operation outside of its body.
#[derive(Default)]
pub(super) struct Parameters {
    /// The arguments.
    pub(super) arguments: Vec<Argument>,
    /// How each of them is sent.
    pub(super) routes: Vec<Parameter>,
    /// The path with `{names}`.
    pub(super) path: String,
    taken: HashSet<String>,
}

/// Reads the parameters of an operation, after those of its path, which it may override.
pub(super) fn read_parameters(
    diagnostics: &mut Diagnostics,
    reported_headers: &mut ReportedHeaders,
    subject: &Subject<'_>,
) -> Result<Parameters, Skip> {
    let mut parameters = Parameters::default();
    let mut described = collect(diagnostics, subject)?;
    let template = placing::read_path(diagnostics, subject, &described);
    placing::place_parameters(diagnostics, &template, &mut described)?;
    for parameter in &described {
        if !is_ignored(diagnostics, reported_headers, &template, parameter) {
            parameters.add(diagnostics, subject, &template, parameter)?;
        }
    }
    parameters.add_templates(diagnostics, subject, &template);
    parameters.path = template.path;
    parameters.check_query(subject)?;
    Ok(parameters)
}

/// The parameters of the path that the operation does not override, followed by its own.
fn collect<'d>(
    diagnostics: &mut Diagnostics,
    subject: &Subject<'d>,
) -> Result<Vec<Resolved<'d>>, Skip> {
    let mut found: Vec<Resolved<'_>> = Vec::new();
    let mut positions: HashMap<(&str, &str), usize> = HashMap::new();
    for (depth, owner) in [subject.item, subject.operation].into_iter().enumerate() {
        let before = found.len();
        let list = owner.get_list("parameters");
        for node in list.unwrap_or(&[]) {
            let parameter = resolve(subject, node)?;
            let Some(&known) = positions.get(&(parameter.name, parameter.location)) else {
                positions.insert((parameter.name, parameter.location), found.len());
                found.push(parameter);
                continue;
            };
            if depth == 0 || known >= before {
                let message = format!(
                    "the {} parameter `{}` is declared twice; the last one counts",
                    parameter.location, parameter.name
                );
                let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, parameter.span, message);
                diagnostics.push(
                    finding
                        .also(found[known].span, "the first one")
                        .help("remove one of the two"),
                );
            }
            found[known] = parameter;
        }
    }
    Ok(found)
}

fn resolve<'d>(subject: &Subject<'d>, node: &'d Node) -> Result<Resolved<'d>, Skip> {
    let node = subject.document.resolve(node)?;
    let text = |key| node.get_str(key);
    match (node.as_map(), text("name"), text("in")) {
        (Some(map), Some(name), Some(location)) => Ok(Resolved {
            name,
            location,
            map,
            span: node.span,
        }),
        _ => Err(Skip {
            reason: "one of its parameters has no `name` or no `in`".to_owned(),
            remedy: "add both to the parameter".to_owned(),
            span: Some(node.span),
        }),
    }
}

/// Whether a parameter is not an argument: its header is set elsewhere, which is reported once, or
/// the path has no place for it.
fn is_ignored(
    diagnostics: &mut Diagnostics,
    reported_headers: &mut ReportedHeaders,
    template: &Template,
    parameter: &Resolved<'_>,
) -> bool {
    let Resolved { name, location, .. } = *parameter;
    let mut note = |message: String, help: Help| {
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, parameter.span, message);
        diagnostics.push(finding.help(help));
    };
    let header = name.to_ascii_lowercase();
    let reason = match header.as_str() {
        _ if location != "header" => None,
        name if DESCRIBED.contains(&name) => Some(("is ignored, as OpenAPI demands", "remove it")),
        name if FRAMING.contains(&name) => {
            Some(("is not an argument: the HTTP client sets it", "remove it"))
        }
        COOKIE => Some((
            "is not an argument: it could hold any cookie",
            "describe each cookie as a parameter with `in: cookie`",
        )),
        _ => None,
    };
    if let Some((reason, help)) = reason {
        if reported_headers.insert(header) {
            let message = format!("the header parameter `{name}` {reason}");
            note(message, help.into());
        }
        return true;
    }
    if location == "path" && !template.names().contains(&name) {
        let message = format!("the path has no `{{{name}}}`, so its parameter `{name}` is ignored");
        note(
            message,
            "write it into the path in braces, or remove it".into(),
        );
        return true;
    }
    false
}

impl Parameters {
    fn add(
        &mut self,
        diagnostics: &mut Diagnostics,
        subject: &Subject<'_>,
        template: &Template,
        parameter: &Resolved<'_>,
    ) -> Result<(), Skip> {
        let is_required = parameter.map.get("required").is_some_and(is_yes);
        let Some(place) = style::read_place(parameter.location) else {
            return unknown_place(diagnostics, parameter, is_required);
        };
        let mut name = parameter.name.to_owned();
        if self.taken.contains(&name) {
            name = self.free(parameter.name, parameter.location);
            let message = format!(
                "two parameters are called `{}`; the one in the {} is the argument `{name}`",
                parameter.name, parameter.location
            );
            let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, parameter.span, message);
            diagnostics.push(finding);
        }
        let document = subject.document;
        if let Some(media) = unwritable_content(document, parameter, place) {
            let reason = format!(
                "the parameter `{}` is `{media}`, and toolc cannot write such a value in that format",
                parameter.name
            );
            return leave_out(
                diagnostics,
                parameter,
                reason,
                AS_JSON,
                is_required || place == Place::Path,
            );
        }
        let form = match placing::has_own_form(parameter.map) {
            false if place == Place::Path => path_form(template, parameter.name),
            _ => style::form_style(diagnostics, parameter.map, place, parameter.name, document),
        };
        let mut schema = subject.shared.read_schema(parameter.map, parameter.span);
        if place == Place::QueryString && is_form(&form) {
            schema = restrict_to_objects(document, schema).ok_or_else(|| no_fields(parameter))?;
        }
        let argument = Argument {
            name: name.clone(),
            schema,
            required: place == Place::Path || is_required,
            span: parameter.span,
        };
        self.push(argument, parameter.name, place, form);
        Ok(())
    }

    /// A name that no argument has yet.
    fn free(&self, name: &str, location: &str) -> String {
        let mut free = format!("{name}_in_{location}");
        while self.taken.contains(&free) {
            free.push('_');
        }
        free
    }

    fn push(&mut self, argument: Argument, name: &str, place: Place, form: Form) {
        self.taken.insert(argument.name.clone());
        self.routes.push(Parameter {
            value: Origin::Argument(argument.name.clone()),
            name: name.to_owned(),
            place,
            form,
        });
        self.arguments.push(argument);
    }

    /// Adds the names in the path that no parameter describes.
    fn add_templates(
        &mut self,
        diagnostics: &mut Diagnostics,
        subject: &Subject<'_>,
        template: &Template,
    ) {
        let bare = bare_path(&template.path, &self.routes);
        for name in template::names_in(&bare) {
            if !self.has_route(name, Place::Path) {
                let message = format!(
                    "the path has `{{{name}}}` and no parameter describes it; it is read as a required string"
                );
                let help = "describe it under `parameters` with `in: path`";
                self.add_undescribed(diagnostics, subject, (name, Place::Path), message, help);
                if let Some(route) = self.routes.last_mut() {
                    route.form = path_form(template, name);
                }
            }
        }
        for name in &template.query {
            if !self.has_route(name, Place::Query) {
                let message = format!(
                    "the path lists `{name}` for the query and no parameter describes it; it is read as a string"
                );
                let help = "describe it under `parameters` with `in: query`";
                self.add_undescribed(diagnostics, subject, (name, Place::Query), message, help);
            }
        }
    }

    fn has_route(&self, name: &str, place: Place) -> bool {
        let mut routes = self.routes.iter();
        routes.any(|route| route.name == name && route.place == place)
    }

    fn add_undescribed(
        &mut self,
        diagnostics: &mut Diagnostics,
        subject: &Subject<'_>,
        (name, place): (&str, Place),
        message: String,
        help: &str,
    ) {
        let span = subject.at.span;
        diagnostics.push(Diagnostic::new(Code::NORMALIZED_OPERATION, span, message).help(help));
        let argument = Argument {
            name: match self.taken.contains(name) {
                true => self.free(name, place.name()),
                false => name.to_owned(),
            },
            schema: Node::of_type("string", span),
            required: place == Place::Path,
            span,
        };
        self.push(
            argument,
            name,
            place,
            Form::Style(style::usual_style(place)),
        );
    }

    /// Checks that a parameter for the whole query is the only one in the query.
    fn check_query(&self, subject: &Subject<'_>) -> Result<(), Skip> {
        let count = |place| {
            let routes = self.routes.iter();
            routes.filter(|route| route.place == place).count()
        };
        let (whole, parts) = (count(Place::QueryString), count(Place::Query));
        if whole == 0 || whole == 1 && parts == 0 {
            return Ok(());
        }
        Err(Skip {
            reason: "a parameter is its whole query (`in: querystring`), and there is another one \
                     for the query"
                .to_owned(),
            remedy: "keep one of the two".to_owned(),
            span: Some(subject.at.span),
        })
    }
}

fn is_form(form: &Form) -> bool {
    matches!(form, Form::Content(media) if bare_media(media) == "application/x-www-form-urlencoded")
}

/// The whole query is a form, and the schema of the parameter has no fields.
fn no_fields(parameter: &Resolved<'_>) -> Skip {
    Skip {
        reason: format!(
            "the parameter `{}` is its whole query (`in: querystring`), and its schema is not an object",
            parameter.name
        ),
        remedy: "describe the fields of the query as the properties of an object".to_owned(),
        span: Some(parameter.span),
    }
}

/// How a value in the path is written if its parameter does not say so.
fn path_form(template: &Template, name: &str) -> Form {
    let usual = style::usual_style(Place::Path);
    let is_long = template.long.iter().any(|long| long == name);
    Form::Style(match is_long {
        true => Styled {
            style: Style::Segments,
            ..usual
        },
        false => usual,
    })
}

/// The media type of a parameter in which its value cannot be written.
fn unwritable_content<'m>(
    document: &Document,
    parameter: &Resolved<'m>,
    place: Place,
) -> Option<&'m str> {
    let content = parameter.map.get_map("content")?;
    let media = content.iter().next()?;
    let is_form = media::bare_media(&media.key) == "application/x-www-form-urlencoded";
    if parameter.map.contains("schema") || is_form && place == Place::QueryString {
        return None;
    }
    let is_writable = media::is_writable(document, &media.key, media.value.get("schema"));
    (!is_writable).then_some(media.key.as_str())
}

/// A parameter in an unknown location: it is left out if it is optional, else the operation is.
fn unknown_place(
    diagnostics: &mut Diagnostics,
    parameter: &Resolved<'_>,
    required: bool,
) -> Result<(), Skip> {
    let Resolved { name, location, .. } = *parameter;
    let reason = format!("`in: {location}` of the parameter `{name}` is not a place in a request");
    let remedy = "write `path`, `query`, `header` or `cookie`";
    leave_out(diagnostics, parameter, reason, remedy, required)
}

const AS_JSON: &str =
    "describe it as `application/json` or as a string, or give it a `schema` instead of `content`";

/// Leaves a parameter out if it is optional, else the operation.
fn leave_out(
    diagnostics: &mut Diagnostics,
    parameter: &Resolved<'_>,
    reason: String,
    remedy: &str,
    required: bool,
) -> Result<(), Skip> {
    if required {
        return Err(Skip {
            reason,
            remedy: remedy.to_owned(),
            span: Some(parameter.span),
        });
    }
    let message = format!("{reason}; the parameter is ignored");
    let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, parameter.span, message);
    diagnostics.push(finding.help(remedy));
    Ok(())
}
