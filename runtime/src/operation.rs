//! What generated code says of an API and its operations, as static data. The feature `http`
//! brings the engine that makes requests of it.

use crate::approve::Secrets;
use crate::schema::Schema;
use crate::tool::Tool;
use std::time::Duration;

/// A tool whose calls are requests.
pub trait Endpoint: Tool {
    /// The request.
    const OPERATION: &'static Operation;
}

/// An API behind an engine.
#[derive(Debug, Clone, Copy)]
pub struct Api {
    /// The name of the engine in the configuration.
    pub engine: &'static str,
    /// The address that the configuration gives; else the operation's server.
    pub base_url: Option<&'static str>,
    /// Values of server variables that the configuration gives.
    pub variables: &'static [(&'static str, &'static str)],
    /// Where credentials come from, by the name of the scheme; an empty name stands for all
    /// schemes that are not named.
    pub credentials: &'static [(&'static str, Credential)],
    /// Hosts that requests may go to beside that of the address, `example.com` or
    /// `example.com:8080`.
    pub hosts: &'static [&'static str],
    /// Whether private and loopback addresses may be called.
    pub private: bool,
    /// Whether credentials may go over plain http to other hosts than those of the machine and its
    /// network.
    pub plain_http: bool,
    /// How long a request may take, with its retries.
    pub timeout: Duration,
    /// How often a request is sent again where that is safe.
    pub retries: u32,
    /// The most bytes of a response, decompressed.
    pub max_response: u64,
    /// The statuses, from the first to the last, of which the model reads what the service says.
    pub expose: &'static [(u16, u16)],
}

/// Where a credential comes from: names of environment variables, never values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// A token or key.
    Token {
        /// The variable.
        env: &'static str,
    },
    /// A name and a password.
    Basic {
        /// The variable of the name.
        username_env: &'static str,
        /// The variable of the password.
        password_env: &'static str,
    },
    /// OAuth 2, client credentials.
    Client {
        /// The variable of the client's id.
        id_env: &'static str,
        /// The variable of the client's secret.
        secret_env: &'static str,
        /// Where tokens come from, instead of what the description says.
        token_url: Option<&'static str>,
    },
}

/// The request that a tool makes.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The API.
    pub api: &'static Api,
    /// In capitals: `GET`.
    pub method: &'static str,
    /// The path with `{names}`: `/pets/{petId}`.
    pub path: &'static str,
    /// What is in the path, the query, the headers and the cookies.
    pub parameters: &'static [Parameter],
    /// What the request carries.
    pub body: Option<Body>,
    /// Where it is sent; the first one that fits the configuration.
    pub servers: &'static [Server],
    /// The alternatives of which one must be met; none where no credentials are sent.
    pub security: &'static [&'static [Requirement]],
    /// The `Accept` header; empty for none.
    pub accept: &'static str,
    /// What answers of the exposed statuses are, the most specific one first.
    pub refusals: &'static [Refusal],
    /// The arguments that the program gives.
    pub injected: &'static [Injected],
}

/// An argument that the model neither sees nor writes: the context of the call has its value.
#[derive(Debug, Clone, Copy)]
pub struct Injected {
    /// The argument, and the name of the value.
    pub name: &'static str,
    /// What the value must be.
    pub schema: &'static Schema,
    /// Whether nobody may read it.
    pub is_secret: bool,
}

/// What an answer is that is not a success, where the model may read it.
#[derive(Debug, Clone, Copy)]
pub struct Refusal {
    /// The first status.
    pub first: u16,
    /// The last status.
    pub last: u16,
    /// What the answer must be, and what of it is declared.
    pub schema: &'static Schema,
    /// Where it holds secrets.
    pub secrets: Secrets,
}

/// One argument, or a constant, outside of the body.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Where its value comes from.
    pub value: Origin,
    /// Its name in the request.
    pub name: &'static str,
    /// Where it is.
    pub place: Place,
    /// How it is written.
    pub form: Form,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The argument of this name.
    Argument(&'static str),
    /// JSON text.
    Constant(&'static str),
    /// Nowhere: it is never sent, and nothing else may be sent under its name.
    Hidden,
}

/// Where a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the path, for `{name}`.
    Path,
    /// In the query.
    Query,
    /// The whole query.
    QueryString,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
}

/// How a parameter, or a field of a form, is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// By a style.
    Style(Styled),
    /// As text of a media type: JSON for `application/json` and its like.
    Content(&'static str),
}

impl Form {
    /// What is usual in a path and in headers: `blue,black`.
    pub const SIMPLE: Form = Form::Style(Styled {
        style: Style::Simple,
        explode: false,
        allow_reserved: false,
    });
    /// What is usual in a query, in cookies and in forms: `color=blue&color=black`.
    pub const FORM: Form = Form::Style(Styled {
        style: Style::Form,
        explode: true,
        allow_reserved: false,
    });
}

/// A style with its switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Styled {
    /// The style.
    pub style: Style,
    /// Whether each item or property stands on its own.
    pub explode: bool,
    /// Whether reserved characters are sent as they are.
    pub allow_reserved: bool,
}

/// The styles of OpenAPI 3.2, and `collectionFormat: tsv` of Swagger 2.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `;color=blue`
    Matrix,
    /// `.blue`
    Label,
    /// `blue,black`
    Simple,
    /// `color=blue`
    Form,
    /// `color=blue%20black`
    SpaceDelimited,
    /// `color=blue%7Cblack`
    PipeDelimited,
    /// `color[R]=100`
    DeepObject,
    /// `color=blue; color=black`
    Cookie,
    /// `color=blue%09black`
    TabDelimited,
}

/// What a request carries.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// The `Content-Type`.
    pub media_type: &'static str,
    /// How the value is written.
    pub encoding: Encoding,
    /// Where the value comes from.
    pub content: Content,
    /// Whether there is always a body.
    pub required: bool,
    /// Constants within the value.
    pub within: &'static [Within],
    /// How the fields of a form are written, where that is not as usual.
    pub fields: &'static [Field],
    /// The names of all fields of a form, sent or not, where the keys of one of them become names too.
    pub names: &'static [&'static str],
    /// Headers of parts.
    pub headers: &'static [PartHeader],
}

/// A header of the parts that a property of a multipart body makes.
#[derive(Debug, Clone, Copy)]
pub struct PartHeader {
    /// The property.
    pub part: &'static str,
    /// The header.
    pub name: &'static str,
    /// What it says.
    pub value: &'static str,
}

/// A constant within the value of a body: it is in every object that is there.
#[derive(Debug, Clone, Copy)]
pub struct Within {
    /// The names of the properties that lead to it; `*` stands for every item of a list.
    pub path: &'static [&'static str],
    /// JSON text.
    pub value: &'static str,
}

/// How the value of a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// As JSON.
    Json,
    /// `application/x-www-form-urlencoded`
    Form,
    /// `multipart/*`
    Multipart,
    /// A string as it is.
    Text,
    /// A string of Base64, decoded.
    Bytes,
}

/// Where the value of a body comes from.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// The argument of this name is the body.
    Argument(&'static str),
    /// The arguments that are not parameters are the properties of an object, together with the
    /// constants: name and JSON text.
    Rest(&'static [(&'static str, &'static str)]),
}

/// How a field of a form is written.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The property.
    pub name: &'static str,
    /// How its value is written.
    pub form: Form,
    /// Whether it is a file: its string is Base64 and is sent decoded, with a file name.
    pub is_file: bool,
}

/// Where an API is.
#[derive(Debug, Clone, Copy)]
pub struct Server {
    /// The address with `{variables}`; may be relative to the configured address.
    pub url: &'static str,
    /// Each variable with its default.
    pub variables: &'static [(&'static str, &'static str)],
}

/// A scheme that a request needs.
#[derive(Debug, Clone, Copy)]
pub struct Requirement {
    /// The name under `securitySchemes`.
    pub name: &'static str,
    /// How credentials are sent.
    pub scheme: Scheme,
    /// The scopes that are needed.
    pub scopes: &'static [&'static str],
}

/// How credentials are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// `Authorization: Bearer …`
    Bearer,
    /// `Authorization: Basic …`
    Basic,
    /// A key in a header, the query or a cookie.
    ApiKey {
        /// Where it is.
        place: Place,
        /// Its name there.
        name: &'static str,
    },
    /// OAuth 2, client credentials.
    ClientCredentials {
        /// Where tokens come from.
        token_url: &'static str,
    },
    /// Anything that cannot be sent.
    Other(&'static str),
}
