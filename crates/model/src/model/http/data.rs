//! Operations as static data of the runtime.

use super::{
    Body, Content, Encoding, Field, Form, Origin, Parameter, PartHeader, Place, Requirement,
    Scheme, Server, Style, Styled, Variable, Within,
};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Maybe, Texts, data, list};
use toolc_schema::rust::Text;

data! {
    Parameter as [rt::http::Parameter] =>
    Parameter { value, name, place, form } => {
        value: value,
        name: Text(name),
        place: place,
        form: form,
    },
}

data! {
    Origin as [rt::http::Origin] =>
    Origin::Argument(name) => Argument(Text(name)),
    Origin::Constant(json) => Constant(Text(json)),
    Origin::Hidden => Hidden,
}

data! {
    Place as [rt::http::Place] =>
    Place::Path => Path,
    Place::Query => Query,
    Place::QueryString => QueryString,
    Place::Header => Header,
    Place::Cookie => Cookie,
}

data! {
    Form as [rt::http::Form] =>
    Form::Style(Styled::SIMPLE) => SIMPLE,
    Form::Style(Styled::FORM) => FORM,
    Form::Style(styled) => Style(styled),
    Form::Content(media_type) => Content(Text(media_type)),
}

data! {
    Styled as [rt::http::Styled] =>
    Styled { style, explode, allow_reserved, inner } => {
        style: style,
        explode: explode,
        allow_reserved: allow_reserved,
        inner: Maybe(*inner),
    },
}

data! {
    Style as [rt::http::Style] =>
    Style::Matrix => Matrix,
    Style::Label => Label,
    Style::Simple => Simple,
    Style::Form => Form,
    Style::SpaceDelimited => SpaceDelimited,
    Style::PipeDelimited => PipeDelimited,
    Style::DeepObject => DeepObject,
    Style::Cookie => Cookie,
    Style::TabDelimited => TabDelimited,
    Style::Segments => Segments,
}

data! {
    Body as [rt::http::Body] =>
    Body { media_type, encoding, content, required, within, fields, names, headers } => {
        media_type: Text(media_type),
        encoding: encoding,
        content: content,
        required: required,
        within: list(within, |each| each),
        fields: list(fields, |each| each),
        names: Texts(names),
        headers: list(headers, |each| each),
    },
}

data! {
    Encoding as [rt::http::Encoding] =>
    Encoding::Json => Json,
    Encoding::Form => Form,
    Encoding::Multipart => Multipart,
    Encoding::JsonLines => JsonLines,
    Encoding::JsonSequence => JsonSequence,
    Encoding::Text => Text,
    Encoding::Bytes => Bytes,
}

data! {
    Content as [rt::http::Content] =>
    Content::Argument(name) => Argument(Text(name)),
    Content::Rest(constants) => Rest(list(constants, |(name, json)| (Text(name), Text(json)))),
}

data! {
    Within as [rt::http::Within] =>
    Within { path, value } => { path: Texts(path), value: Text(value) },
}

data! {
    Field as [rt::http::Field] =>
    Field { name, form, is_file } => { name: Text(name), form: form, is_file: is_file },
}

data! {
    PartHeader as [rt::http::PartHeader] =>
    PartHeader { part, name, value } => {
        part: Text(part),
        name: Text(name),
        value: Text(value),
    },
}

data! {
    Server as [rt::http::Server] =>
    Server { url, span: _, variables } => {
        url: Text(url),
        variables: list(variables, |variable| {
            let Variable { name, default, choices: _ } = variable;
            (Text(name), Text(default))
        }),
    },
}

data! {
    Requirement as [rt::http::Requirement] =>
    Requirement { name, scheme, scopes } => {
        name: Text(name),
        scheme: scheme,
        scopes: Texts(scopes),
    },
}

data! {
    Scheme as [rt::http::Scheme] =>
    Scheme::Bearer => Bearer,
    Scheme::Basic => Basic,
    Scheme::ApiKey { place, name } => ApiKey { place: place, name: Text(name) },
    Scheme::ClientCredentials { token_url } => ClientCredentials { token_url: Text(token_url) },
    Scheme::Incomplete(gap) => Other(Text(gap.word())),
    Scheme::Other(what) => Other(Text(what)),
}
