//! Operations as static data of the runtime.

use super::{
    Body, Content, Encoding, Field, Form, Injected, Operation, Origin, Parameter, PartHeader,
    Place, Refusal, Requirement, Scheme, Server, Style, Styled, Variable, Within,
};
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Items, Maybe, OwnText, Texts, data, list};
use toolc_schema::rust::Text;

/// An operation, and the items that it refers to. Generated code has once what several operations have in common.
pub struct OperationData<'c, I: Items> {
    /// The operation.
    pub operation: &'c Operation,
    /// The API that it belongs to.
    pub api: I::Item<&'static rt::http::Api>,
    /// Its parameters.
    pub parameters: Vec<I::Item<rt::http::Parameter>>,
    /// Its body.
    pub body: Option<I::Item<rt::http::Body>>,
    /// Its servers.
    pub servers: I::Item<&'static [rt::http::Server]>,
    /// The alternatives of credentials, as the engine's configuration completes them.
    pub security: I::Item<&'static [&'static [rt::http::Requirement]]>,
    /// The responses that the model may read.
    pub refusals: Vec<RefusalData<'c, I>>,
    /// The arguments that the program provides.
    pub injected: Vec<InjectedData<'c, I>>,
}

data! {
    OperationData<'_, Items> as [rt::http::Operation] =>
    OperationData {
        operation: Operation {
            method,
            path,
            parameters: _,
            body: _,
            servers: _,
            security: _,
            accepts,
            span: _,
            extent: _,
        },
        api,
        parameters,
        body,
        servers,
        security,
        refusals,
        injected,
    } => {
        api: api,
        method: Text(method),
        path: Text(path),
        parameters: list(parameters, |each| each),
        body: Maybe(body.as_ref()),
        servers: servers,
        security: security,
        accept: OwnText(accepts.join(", ")),
        refusals: list(refusals, |each| each),
        injected: list(injected, |each| each),
    },
}

/// The response of a service for some statuses, and its schema.
pub struct RefusalData<'c, I: Items> {
    /// The response.
    pub refusal: &'c Refusal,
    /// Its schema, which no response matches if there is none.
    pub schema: I::Item<&'static rt::Schema>,
}

data! {
    RefusalData<'_, Items> as [rt::http::Refusal] =>
    RefusalData { refusal: Refusal { statuses, shape: _, fingerprint: _, secrets }, schema } => {
        first: statuses.first,
        last: statuses.last,
        schema: schema,
        secrets: Texts(secrets),
    },
}

/// An argument that the program provides, and its schema.
pub struct InjectedData<'c, I: Items> {
    /// The argument.
    pub injected: &'c Injected,
    /// Its schema.
    pub schema: I::Item<&'static rt::Schema>,
}

data! {
    InjectedData<'_, Items> as [rt::http::Injected] =>
    InjectedData { injected: Injected { name, shape: _, is_secret }, schema } => {
        name: Text(name),
        schema: schema,
        is_secret: is_secret,
    },
}

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
