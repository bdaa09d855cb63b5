//! APIs and their operations in generated code, as static data. The feature `http` adds the engine that sends
//! the requests.

use crate::connection::ConnectionSettings;
use crate::hidden::Secrets;
use crate::schema::Schema;
#[cfg(feature = "calls")]
use crate::tool::Tool;

/// A tool whose calls are HTTP requests.
#[cfg(feature = "calls")]
pub trait Endpoint: Tool {
    /// The operation that it calls.
    const OPERATION: &'static Operation;
}

/// An API that is called through an engine.
#[derive(Debug, Clone, Copy)]
pub struct Api {
    /// The name of the engine in the configuration.
    pub engine: &'static str,
    /// The base URL from the configuration; without it, that of the operation's server is used.
    pub base_url: Option<&'static str>,
    /// Values of server variables from the configuration.
    pub variables: &'static [(&'static str, &'static str)],
    /// The source of credentials for each scheme, by name; an empty name stands for all schemes that are not
    /// named.
    pub credentials: &'static [(&'static str, Credential)],
    /// Hosts that requests may go to besides that of the base URL, such as `example.com` or
    /// `example.com:8080`.
    pub hosts: &'static [&'static str],
    /// What may be called, and within what limits.
    pub connection: ConnectionSettings,
    /// How many times a request is retried if that is safe.
    pub retries: u32,
    /// The ranges of statuses, both ends inclusive, for which the model reads the service's response.
    pub expose: &'static [(u16, u16)],
}

/// The source of a credential: names of environment variables, never values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// An API key, or a token.
    Token {
        /// The name of the variable.
        env: &'static str,
    },
    /// A bearer token, which is never sent as an API key.
    Bearer {
        /// The name of the variable.
        env: &'static str,
    },
    /// A user name and a password.
    Basic {
        /// The variable that contains the user name.
        username_env: &'static str,
        /// The variable that contains the password.
        password_env: &'static str,
    },
    /// OAuth 2 client credentials.
    Client {
        /// The variable that contains the client id.
        id_env: &'static str,
        /// The variable that contains the client secret.
        secret_env: &'static str,
        /// The token endpoint, overriding that of the API description.
        token_url: Option<&'static str>,
    },
}

/// The HTTP request that a tool makes.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The API that it belongs to.
    pub api: &'static Api,
    /// The HTTP method in upper case: `GET`.
    pub method: &'static str,
    /// The path with `{names}`: `/pets/{petId}`.
    pub path: &'static str,
    /// The contents of the path, the query, the headers and the cookies.
    pub parameters: &'static [Parameter],
    /// The body of the request.
    pub body: Option<Body>,
    /// The servers of the operation; the first one that fits the configuration is used.
    pub servers: &'static [Server],
    /// The alternative sets of requirements, one of which must be met; empty if no credentials are sent.
    pub security: &'static [&'static [Requirement]],
    /// The `Accept` header; empty for none.
    pub accept: &'static str,
    /// The declared responses for the exposed statuses, the most specific first.
    pub refusals: &'static [Refusal],
    /// The arguments that the program provides.
    pub injected: &'static [Injected],
}

/// An argument that the model neither sees nor writes: its value comes from the context of the call.
#[derive(Debug, Clone, Copy)]
pub struct Injected {
    /// The name of the argument, and of the value in the context.
    pub name: &'static str,
    /// The schema that the value must match.
    pub schema: &'static Schema,
    /// Whether the value is secret.
    pub is_secret: bool,
}

/// A declared error response that the model may read.
#[derive(Debug, Clone, Copy)]
pub struct Refusal {
    /// The first status of the range.
    pub first: u16,
    /// The last status of the range.
    pub last: u16,
    /// The schema that the response must match; only what it declares is shown.
    pub schema: &'static Schema,
    /// The secrets in the response.
    pub secrets: Secrets,
}

/// An argument or a constant that is sent outside the body.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Where its value comes from.
    pub value: Origin,
    /// The name in the request.
    pub name: &'static str,
    /// The part of the request that it is in.
    pub place: Place,
    /// How it is written.
    pub form: Form,
}

/// The source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The argument with this name.
    Argument(&'static str),
    /// A constant, as JSON text.
    Constant(&'static str),
    /// None: the parameter is never sent, and nothing else may be sent under its name.
    Hidden,
}

/// The part of a request that a parameter is in.
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
    /// In a style.
    Style(Styled),
    /// As text in a media type, such as JSON for `application/json`.
    Content(&'static str),
}

impl Form {
    /// The default in paths and headers: `blue,black`.
    pub const SIMPLE: Form = Form::Style(Styled {
        style: Style::Simple,
        explode: false,
        allow_reserved: false,
        inner: None,
    });
    /// The default in queries, cookies and forms: `color=blue&color=black`.
    pub const FORM: Form = Form::Style(Styled {
        style: Style::Form,
        explode: true,
        allow_reserved: false,
        inner: None,
    });
}

/// A style and its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Styled {
    /// The style.
    pub style: Style,
    /// Whether each item or property is written separately.
    pub explode: bool,
    /// Whether reserved characters are sent as they are.
    pub allow_reserved: bool,
    /// How a list within the list is written; as JSON if it has no style (Swagger 2.0, `collectionFormat` of items).
    pub inner: Option<Style>,
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
    /// `blue/black`: a value of several segments of the path.
    Segments,
}

/// The body of a request.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// The `Content-Type` header.
    pub media_type: &'static str,
    /// How the value is encoded.
    pub encoding: Encoding,
    /// Where the value comes from.
    pub content: Content,
    /// Whether there is always a body.
    pub required: bool,
    /// Constants within the value.
    pub within: &'static [Within],
    /// How the fields of a form are written, if it differs from the default.
    pub fields: &'static [Field],
    /// The names of all fields that a form has by its description, sent or not.
    pub names: &'static [&'static str],
    /// Headers of parts of a multipart body.
    pub headers: &'static [PartHeader],
}

/// A header of the parts that a property of a multipart body turns into.
#[derive(Debug, Clone, Copy)]
pub struct PartHeader {
    /// The name of the property.
    pub part: &'static str,
    /// The name of the header.
    pub name: &'static str,
    /// The value of the header.
    pub value: &'static str,
}

/// A constant within the value of a body. It is set in every object that exists at its path.
#[derive(Debug, Clone, Copy)]
pub struct Within {
    /// The property names that lead to it; `*` stands for every item of a list.
    pub path: &'static [&'static str],
    /// The constant as JSON text.
    pub value: &'static str,
}

/// How the value of a body is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// As JSON.
    Json,
    /// `application/x-www-form-urlencoded`
    Form,
    /// `multipart/*`
    Multipart,
    /// One JSON text per line: of each item if the value is a list.
    JsonLines,
    /// The same, with a record separator before each text (RFC 7464).
    JsonSequence,
    /// As a string, verbatim.
    Text,
    /// As bytes, decoded from a Base64 string.
    Bytes,
}

/// Where the value of a body comes from.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// The argument with this name is the body.
    Argument(&'static str),
    /// The arguments that are not parameters are the properties of an object, together with these constants,
    /// which are names and JSON texts.
    Rest(&'static [(&'static str, &'static str)]),
}

/// How a field of a form is written.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The name of the property.
    pub name: &'static str,
    /// How its value is written.
    pub form: Form,
    /// Whether it is a file: its string is Base64, and is sent decoded and with a file name.
    pub is_file: bool,
}

/// A server of an API.
#[derive(Debug, Clone, Copy)]
pub struct Server {
    /// The URL with `{variables}`. It may be relative to the configured base URL.
    pub url: &'static str,
    /// The variables, each with its default.
    pub variables: &'static [(&'static str, &'static str)],
}

/// A security scheme that a request requires.
#[derive(Debug, Clone, Copy)]
pub struct Requirement {
    /// The name of the scheme under `securitySchemes`.
    pub name: &'static str,
    /// How credentials are sent.
    pub scheme: Scheme,
    /// The required scopes.
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
        /// The part of the request that it is in.
        place: Place,
        /// Its name in that part.
        name: &'static str,
    },
    /// OAuth 2 client credentials.
    ClientCredentials {
        /// The URL of the token endpoint.
        token_url: &'static str,
    },
    /// A scheme that is not supported.
    Other(&'static str),
}
