//! Noun: how a tool's call becomes an HTTP request, according to an API description.

mod data;
mod injected;
mod refusal;

pub use data::{InjectedData, OperationData, RefusalData};
pub use injected::Injected;
pub use refusal::Refusal;

use std::fmt;
use toolc_base::source::Span;

/// The request that a tool makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// In upper case: `GET`.
    pub method: String,
    /// The path as in the description, with `{names}`, without its fragment: `/pets/{petId}`.
    pub path: String,
    /// The parameters in path, query, headers and cookies, in the order of the arguments.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// The candidate addresses: the servers of the operation, else of its path, else of the
    /// document.
    pub servers: Vec<Server>,
    /// Alternatives, one of which must be met, each a list of schemes that are required together.
    /// An empty list: no credentials are sent. An empty alternative: credentials are optional.
    /// `None`: the description does not mention credentials for any operation.
    pub security: Option<Vec<Vec<Requirement>>>,
    /// The media types of successful responses, the preferred one first.
    pub accepts: Vec<String>,
    /// The place of the operation's key.
    pub span: Span,
    /// The extent of the whole operation in the description.
    pub extent: Span,
}

impl Operation {
    /// Whether its method is read-only: RFC 9110, section 9.2.1.
    pub fn is_safe(&self) -> bool {
        ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].contains(&self.method.as_str())
    }
}

/// An inclusive range of response statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statuses {
    /// The first status.
    pub first: u16,
    /// The last status.
    pub last: u16,
}

impl Statuses {
    /// Every error status.
    pub const REFUSALS: Statuses = Statuses {
        first: 400,
        last: 599,
    };

    /// A single status.
    pub fn of(status: u16) -> Self {
        Statuses {
            first: status,
            last: status,
        }
    }

    /// A class of statuses: `4` stands for 400 to 499.
    pub fn of_class(class: u16) -> Self {
        Statuses {
            first: class * 100,
            last: class * 100 + 99,
        }
    }

    /// Whether the ranges have a status in common.
    pub fn overlaps(self, other: Statuses) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// The number of statuses.
    pub fn count(self) -> u16 {
        self.last - self.first + 1
    }
}

/// `422`, `400-499`
impl fmt::Display for Statuses {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(out, "{}", self.first),
            false => write!(out, "{}-{}", self.first, self.last),
        }
    }
}

/// An argument or a constant outside of the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Where its value comes from.
    pub value: Origin,
    /// Its name in the request.
    pub name: String,
    /// Its location.
    pub place: Place,
    /// How it is serialized.
    pub form: Form,
}

impl Parameter {
    /// The name under which a key of the value is sent, if the request has one for each key.
    pub fn name_of_key(&self, key: &str) -> Option<String> {
        match &self.form {
            Form::Content(media_type) => {
                let is_form = media_type.ends_with("/x-www-form-urlencoded");
                let has_names = is_form && self.place == Place::QueryString;
                has_names.then(|| key.to_owned())
            }
            Form::Style(styled) if styled.style == Style::DeepObject => {
                Some(format!("{}[{key}]", self.name))
            }
            Form::Style(styled) => {
                let is_spread = match self.place {
                    Place::Query | Place::Cookie => styled.explode,
                    Place::Path => styled.explode && styled.style == Style::Matrix,
                    Place::QueryString => true,
                    Place::Header => false,
                };
                is_spread.then(|| key.to_owned())
            }
        }
    }
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The argument of this name.
    Argument(String),
    /// Fixed by the configuration, as JSON text. The model does not see it.
    Constant(String),
    /// Hidden by the configuration: nothing is sent, and nothing else may be sent under its name.
    Hidden,
}

/// The location of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the path, replacing `{name}`.
    Path,
    /// In the query.
    Query,
    /// The whole query (OpenAPI 3.2, `in: querystring`).
    QueryString,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
}

impl Place {
    /// All of them.
    pub const ALL: [Place; 5] = [
        Place::Path,
        Place::Query,
        Place::QueryString,
        Place::Header,
        Place::Cookie,
    ];

    /// Its name in OpenAPI.
    pub fn name(self) -> &'static str {
        match self {
            Place::Path => "path",
            Place::Query => "query",
            Place::QueryString => "querystring",
            Place::Header => "header",
            Place::Cookie => "cookie",
        }
    }
}

/// How a parameter, or a field of a form, is serialized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// According to a style.
    Style(Styled),
    /// As text of a media type: JSON for `application/json` and the like.
    Content(String),
}

/// A style with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Styled {
    /// The style.
    pub style: Style,
    /// Whether each item or property is sent separately.
    pub explode: bool,
    /// Whether reserved characters are sent unescaped.
    pub allow_reserved: bool,
    /// How a list within the list is written; as JSON if it has no style (Swagger 2.0, `collectionFormat` of items).
    pub inner: Option<Style>,
}

impl Styled {
    /// The default in paths and headers.
    pub const SIMPLE: Styled = Styled {
        style: Style::Simple,
        explode: false,
        allow_reserved: false,
        inner: None,
    };
    /// The default in queries, cookies and forms.
    pub const FORM: Styled = Styled {
        style: Style::Form,
        explode: true,
        allow_reserved: false,
        inner: None,
    };
}

/// The styles of OpenAPI 3.2, §4.12.2.3 ("Style Values"), and those of Swagger 2.0 that have no
/// equivalent there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    /// `color=blue; color=black` (OpenAPI 3.2)
    Cookie,
    /// `color=blue%09black` (Swagger 2.0, `collectionFormat: tsv`)
    TabDelimited,
    /// `blue/black`: the value of a template that takes several segments (RFC 6570, section 3.2.3).
    Segments,
}

/// The body of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// The `Content-Type` as in the description: `application/json; charset=utf-8`.
    pub media_type: String,
    /// How the value is encoded.
    pub encoding: Encoding,
    /// Where the value comes from.
    pub content: Content,
    /// Whether a body is always sent.
    pub required: bool,
    /// Constants within the value.
    pub within: Vec<Within>,
    /// How the fields of a form are serialized, where this differs from the default.
    pub fields: Vec<Field>,
    /// The names of all fields of a form: no key that the model chooses may be one of them.
    pub names: Vec<String>,
    /// Headers of the parts of a multipart body.
    pub headers: Vec<PartHeader>,
}

/// A header of the parts that a property of a multipart body produces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHeader {
    /// The property.
    pub part: String,
    /// The header.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A constant within the value of a body. It is set in every object that exists at its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Within {
    /// The names of the properties that lead to it; `*` stands for every item of a list.
    pub path: Vec<String>,
    /// JSON text.
    pub value: String,
}

/// How the value of a body is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    /// A string, sent as is.
    Text,
    /// A Base64 string, sent decoded.
    Bytes,
}

/// Where the value of a body comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The argument of this name is the body.
    Argument(String),
    /// An object of the arguments that are not parameters, together with constants, given as name
    /// and JSON text.
    Rest(Vec<(String, String)>),
}

/// How a field of a form is serialized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The property.
    pub name: String,
    /// How its value is serialized.
    pub form: Form,
    /// Whether it is a file: its string is Base64, and is sent decoded with a file name.
    pub is_file: bool,
}

/// A server of an API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The address, which may be relative and contain `{variables}`.
    pub url: String,
    /// The place of the address.
    pub span: Span,
    /// The variables.
    pub variables: Vec<Variable>,
}

/// A variable in a server's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value unless the configuration sets another.
    pub default: String,
    /// The allowed values; empty if any value is.
    pub choices: Vec<String>,
}

/// A security scheme that a request requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// The name under `securitySchemes`.
    pub name: String,
    /// How its credentials are sent.
    pub scheme: Scheme,
    /// The required scopes.
    pub scopes: Vec<String>,
}

/// How credentials are sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `Authorization: Bearer …`; also for OpenID Connect, and for OAuth 2 with a token obtained
    /// elsewhere.
    Bearer,
    /// `Authorization: Basic …`
    Basic,
    /// A key in a header, the query or a cookie.
    ApiKey {
        /// Its location.
        place: Place,
        /// Its name there.
        name: String,
    },
    /// OAuth 2 client credentials.
    ClientCredentials {
        /// The token endpoint.
        token_url: String,
    },
    /// The description does not say how.
    Incomplete(Gap),
    /// A scheme that is not supported, such as mutual TLS or digest.
    Other(String),
}

/// What a description leaves out about a security scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gap {
    /// The scheme itself.
    Scheme,
    /// Its `type`.
    Type,
    /// The `scheme` of `type: http`.
    HttpScheme,
    /// Where an API key is sent, or its name there.
    Place,
}

impl Gap {
    /// What locks and tables have in place of the scheme.
    pub fn word(self) -> &'static str {
        match self {
            Gap::Scheme => "undefined",
            Gap::Type => "",
            Gap::HttpScheme => "http ",
            Gap::Place => "apiKey",
        }
    }
}
