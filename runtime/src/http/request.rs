//! A request, built from an operation and the arguments of a call.

#[cfg(test)]
mod tests;

use super::address;
use super::arguments::{Arguments, find_argument};
use super::body;
use super::escape::{self, Escape};
use super::failure::Failure;
use super::form;
use super::header;
use super::media;
use super::names::{NOBODY, Names, Owner};
use super::operation::{Form, Operation, Origin, Parameter, Place, Scheme, Style};
use super::path;
use super::style::{self, Pair, join_pair};
use super::value::{Value, View};
use crate::trace::TraceParent;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::{Method, Url};

/// A request. It may contain credentials and is never printed.
#[derive(Clone)]
pub(super) struct Request {
    pub method: Method,
    pub url: Url,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// `name=value`
    pub cookies: Vec<String>,
    pub body: Option<Vec<u8>>,
}

impl Request {
    /// Adds the trace that the call belongs to, if it is one of W3C and the operation has no such header of its own.
    pub fn set_trace(&mut self, trace: Option<&str>) {
        let name = HeaderName::from_static("traceparent");
        if self.headers.iter().any(|(known, _)| *known == name) {
            return;
        }
        let parent = trace.and_then(TraceParent::parse);
        let value = parent.and_then(|parent| HeaderValue::try_from(parent.to_string()).ok());
        if let Some(value) = value {
            self.headers.push((name, value));
        }
    }
}

/// Builds the request.
pub(super) fn build_request(
    operation: &'static Operation,
    arguments: &str,
    base: &Url,
) -> Result<Request, Failure> {
    let View::Object(arguments) = Value::new(arguments).view()? else {
        return Err(Failure::internal("the arguments are not an object"));
    };
    let method = Method::from_bytes(operation.method.as_bytes())
        .map_err(|_| Failure::internal("the method is not one of HTTP"))?;
    let mut parts = Parts {
        names: Taken::of(operation, base)?,
        ..Parts::default()
    };
    for (owner, parameter) in operation.parameters.iter().enumerate() {
        if let Some(value) = origin(parameter.value, &arguments) {
            parts.add(owner, parameter, value)?;
        }
    }
    let in_path = |name: &str, kept| in_path(operation.parameters, name, &arguments, kept);
    let (path, query) = path::expand_path(operation.path, in_path)?;
    parts.query.splice(0..0, query);
    if !operation.accept.is_empty() {
        let accept = header::header_value("Accept", &media::prefer_media(operation.accept))?;
        parts.headers.push((ACCEPT, accept));
    }
    let mut bytes = None;
    if let Some(body) = &operation.body {
        let others = others(operation.parameters, arguments);
        if let Some(written) = body::write_body(body, &others)? {
            let media_type = header::header_value("Content-Type", &written.media_type)?;
            parts.headers.push((CONTENT_TYPE, media_type));
            bytes = Some(written.bytes);
        }
    }
    Ok(Request {
        method,
        url: address::join_url(base, &path, &parts.query),
        headers: parts.headers,
        cookies: parts.cookies,
        body: bytes,
    })
}

/// The value of a parameter; `None` if the call omits it.
fn origin<'j>(origin: Origin, arguments: &Arguments<'j>) -> Option<Value<'j>> {
    match origin {
        Origin::Constant(text) => Some(Value::new(text)),
        Origin::Argument(name) => find_argument(arguments, name),
        Origin::Hidden => None,
    }
}

/// The arguments that are not parameters.
fn others<'j>(parameters: &[Parameter], mut arguments: Arguments<'j>) -> Arguments<'j> {
    arguments.retain(|(name, _)| {
        let is_it = |parameter: &Parameter| {
            matches!(parameter.value, Origin::Argument(argument) if argument == name)
        };
        !parameters.iter().any(is_it)
    });
    arguments
}

/// The text for a name in the path, or in the query behind it; `kept` are the reserved characters that may stay
/// there.
fn in_path(
    parameters: &[Parameter],
    name: &str,
    arguments: &Arguments<'_>,
    kept: &'static str,
) -> Result<String, Failure> {
    let is_it = |parameter: &&Parameter| parameter.place == Place::Path && parameter.name == name;
    let Some(parameter) = parameters.iter().find(is_it) else {
        let detail = format!("the path has `{{{name}}}`, but no parameter has this name");
        return Err(Failure::internal(detail));
    };
    let Some(value) = origin(parameter.value, arguments) else {
        return Ok(String::new());
    };
    Ok(match parameter.form {
        Form::Style(styled) => {
            let escape = escaping(styled.allow_reserved, kept);
            style::style_text(styled, name, value, escape)?.unwrap_or_default()
        }
        Form::Content(media_type) => {
            let text = media::write_media(media_type, value)?;
            Escape::Percent.apply(&text).into_owned()
        }
    })
}

fn escaping(allow_reserved: bool, kept: &'static str) -> Escape {
    match allow_reserved {
        true => Escape::Reserved(kept),
        false => Escape::Percent,
    }
}

/// The names that occur in a request outside its body.
#[derive(Default)]
struct Taken {
    path: Names,
    query: Names,
    cookies: Names,
}

impl Taken {
    /// All names except those that come from keys in arguments.
    fn of(operation: &Operation, base: &Url) -> Result<Self, Failure> {
        let mut taken = Taken::default();
        for (owner, parameter) in operation.parameters.iter().enumerate() {
            let Some(names) = taken.of_place(parameter.place) else {
                continue;
            };
            names.take(owner, parameter.name);
            if let (Origin::Constant(text), Form::Style(styled)) = (parameter.value, parameter.form)
            {
                let fixed =
                    style::style_pairs(styled, parameter.name, Value::new(text), Escape::Percent)?;
                fixed.iter().for_each(|(name, _)| names.take(owner, name));
            }
        }
        for requirement in operation.security.iter().copied().flatten() {
            if let Scheme::ApiKey { place, name } = requirement.scheme
                && let Some(names) = taken.of_place(place)
            {
                names.take(NOBODY, name);
            }
        }
        let of_path = operation.path.split_once('?').map(|(_, query)| query);
        let queries = base.query().into_iter().chain(of_path);
        queries.for_each(|query| taken.query.take_query(query));
        Ok(taken)
    }

    /// The names of a place where names can collide; header names cannot, so headers have none.
    fn of_place(&mut self, place: Place) -> Option<&mut Names> {
        match place {
            Place::Path => Some(&mut self.path),
            Place::Query | Place::QueryString => Some(&mut self.query),
            Place::Cookie => Some(&mut self.cookies),
            Place::Header => None,
        }
    }
}

/// Everything outside the body; path parameters only contribute their names.
#[derive(Default)]
struct Parts {
    names: Taken,
    query: Vec<String>,
    headers: Vec<(HeaderName, HeaderValue)>,
    cookies: Vec<String>,
}

impl Parts {
    fn add(
        &mut self,
        owner: Owner,
        parameter: &Parameter,
        value: Value<'_>,
    ) -> Result<(), Failure> {
        match parameter.place {
            Place::Path => self.check_path(owner, parameter, value),
            Place::Query => self.add_to_query(owner, parameter, value),
            Place::QueryString => self.set_query(owner, parameter, value),
            Place::Header => self.add_header(parameter, value),
            Place::Cookie => self.add_cookies(owner, parameter, value),
        }
    }

    /// Checks the names in a path; only the style `matrix` turns keys into names there.
    fn check_path(
        &mut self,
        owner: Owner,
        parameter: &Parameter,
        value: Value<'_>,
    ) -> Result<(), Failure> {
        match parameter.form {
            Form::Style(styled) if styled.style == Style::Matrix => {
                let pairs = style::style_pairs(styled, parameter.name, value, Escape::Percent)?;
                self.names.path.add(owner, parameter.name, &pairs)
            }
            _ => Ok(()),
        }
    }

    fn add_to_query(
        &mut self,
        owner: Owner,
        parameter: &Parameter,
        value: Value<'_>,
    ) -> Result<(), Failure> {
        let pairs = match parameter.form {
            Form::Style(styled) => {
                let escape = escaping(styled.allow_reserved, escape::QUERY);
                style::style_pairs(styled, parameter.name, value, escape)?
            }
            Form::Content(media_type) => vec![encoded(parameter.name, media_type, value)?],
        };
        self.names.query.add(owner, parameter.name, &pairs)?;
        self.query.extend(pairs.into_iter().map(join_pair));
        Ok(())
    }

    fn set_query(
        &mut self,
        owner: Owner,
        parameter: &Parameter,
        value: Value<'_>,
    ) -> Result<(), Failure> {
        let media_type = match parameter.form {
            Form::Content(media_type) => media_type,
            Form::Style(_) => media::FORM,
        };
        if media::is_media(media_type, media::FORM) {
            let pairs = form::form_pairs(value, &[], &[])?;
            // The items of a list share one name.
            let mut names = pairs.clone();
            names.dedup_by(|(one, _), (other, _)| one == other);
            self.names.query.add(owner, parameter.name, &names)?;
            let pairs: Vec<_> = pairs.into_iter().map(join_pair).collect();
            self.query.push(pairs.join("&"));
        } else {
            let text = media::write_media(media_type, value)?;
            self.query.push(Escape::Percent.apply(&text).into_owned());
        }
        Ok(())
    }

    fn add_header(&mut self, parameter: &Parameter, value: Value<'_>) -> Result<(), Failure> {
        if header::is_ours(parameter.name) {
            return Ok(());
        }
        let text = match parameter.form {
            Form::Style(styled) => style::style_text(styled, parameter.name, value, Escape::Plain)?,
            Form::Content(media_type) => Some(media::write_media(media_type, value)?),
        };
        let Some(text) = text else { return Ok(()) };
        let name = header::header_name(parameter.name)?;
        let value = header::header_value(parameter.name, &text)?;
        self.headers.push((name, value));
        Ok(())
    }

    fn add_cookies(
        &mut self,
        owner: Owner,
        parameter: &Parameter,
        value: Value<'_>,
    ) -> Result<(), Failure> {
        let pairs = match parameter.form {
            Form::Style(styled) => {
                let escape = match styled.style {
                    Style::Cookie => Escape::Plain,
                    _ => escaping(styled.allow_reserved, escape::COOKIE),
                };
                style::style_pairs(styled, parameter.name, value, escape)?
            }
            Form::Content(media_type) if media::is_json(media_type) => {
                vec![encoded(parameter.name, media_type, value)?]
            }
            Form::Content(media_type) => {
                vec![(
                    parameter.name.to_owned(),
                    media::write_media(media_type, value)?,
                )]
            }
        };
        self.names.cookies.add(owner, parameter.name, &pairs)?;
        for pair in pairs {
            header::check_cookie(parameter.name, &pair)?;
            self.cookies.push(join_pair(pair));
        }
        Ok(())
    }
}

/// A name and a value in a media type, both percent-encoded.
fn encoded(name: &str, media_type: &str, value: Value<'_>) -> Result<Pair, Failure> {
    let text = media::write_media(media_type, value)?;
    let name = Escape::Percent.apply(name).into_owned();
    Ok((name, Escape::Percent.apply(&text).into_owned()))
}
