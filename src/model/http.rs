//! Noun: how a call of a tool becomes an HTTP request, as an API description says.

use crate::source::Span;

/// The request that a tool makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// In capitals: `GET`.
    pub method: String,
    /// The path as the description has it, with `{names}`, without its fragment: `/pets/{petId}`.
    pub path: String,
    /// What is in the path, the query, the headers and the cookies, in the order of the arguments.
    pub parameters: Vec<Parameter>,
    /// What the request carries.
    pub body: Option<Body>,
    /// Where it is sent: the servers of the operation, else of its path, else of the document.
    pub servers: Vec<Server>,
    /// The alternatives of which one must be met, each a list of schemes that are needed together.
    /// An empty list: no credentials are sent. An empty alternative: they may be left out. `None`: the
    /// description says nothing about credentials, for no operation.
    pub security: Option<Vec<Vec<Requirement>>>,
    /// The media types of the successful responses, the first one preferred.
    pub accepts: Vec<String>,
    /// The place of the operation: its key.
    pub span: Span,
    /// All of it, where the description has it.
    pub extent: Span,
}

impl Operation {
    /// Whether its method says that it only reads: RFC 9110, section 9.2.1.
    pub fn is_safe(&self) -> bool {
        ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].contains(&self.method.as_str())
    }
}

/// Statuses of answers, from the first to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statuses {
    /// The first one.
    pub first: u16,
    /// The last one.
    pub last: u16,
}

impl Statuses {
    /// Every status of a refusal.
    pub const REFUSALS: Statuses = Statuses {
        first: 400,
        last: 599,
    };

    /// A single one.
    pub fn of(status: u16) -> Self {
        Statuses {
            first: status,
            last: status,
        }
    }

    /// A class: `4` for all from 400 to 499.
    pub fn of_class(class: u16) -> Self {
        Statuses {
            first: class * 100,
            last: class * 100 + 99,
        }
    }

    /// Whether any status is among both.
    pub fn overlaps(self, other: Statuses) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// How many there are.
    pub fn count(self) -> u16 {
        self.last - self.first + 1
    }
}

/// One argument, or a constant, outside of the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Where its value comes from.
    pub value: Origin,
    /// Its name in the request.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// How it is written.
    pub form: Form,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The argument of this name.
    Argument(String),
    /// Fixed by the configuration: JSON text. The model does not see it.
    Constant(String),
    /// Hidden by the configuration: nothing is sent, and nothing else under its name.
    Hidden,
}

/// Where a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the path, for `{name}`.
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
    /// The word of OpenAPI.
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

/// How a parameter, or a field of a form, is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// By a style.
    Style(Styled),
    /// As text of a media type: JSON for `application/json` and its like.
    Content(String),
}

/// A style with its switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Styled {
    /// The style.
    pub style: Style,
    /// Whether each item or property stands on its own.
    pub explode: bool,
    /// Whether reserved characters are sent as they are.
    pub allow_reserved: bool,
}

impl Styled {
    /// What is usual in a path and in headers.
    pub const SIMPLE: Styled = Styled {
        style: Style::Simple,
        explode: false,
        allow_reserved: false,
    };
    /// What is usual in a query, in cookies and in forms.
    pub const FORM: Styled = Styled {
        style: Style::Form,
        explode: true,
        allow_reserved: false,
    };
}

/// The styles of OpenAPI 3.2, §4.12.2.3 ("Style Values"), and those of Swagger 2.0 that have no
/// other name there.
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
}

/// What a request carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// The `Content-Type` as the description has it: `application/json; charset=utf-8`.
    pub media_type: String,
    /// How the value is written.
    pub encoding: Encoding,
    /// Where the value comes from.
    pub content: Content,
    /// Whether there is always a body.
    pub required: bool,
    /// Constants within the value.
    pub within: Vec<Within>,
    /// How the fields of a form are written, where that is not as usual.
    pub fields: Vec<Field>,
    /// The names of all fields of a form, where the keys of one of them become names too.
    pub names: Vec<String>,
    /// Headers of parts.
    pub headers: Vec<PartHeader>,
}

/// A header of the parts that a property of a multipart body makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHeader {
    /// The property.
    pub part: String,
    /// The header.
    pub name: String,
    /// What it says.
    pub value: String,
}

/// A constant within the value of a body: it is in every object that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Within {
    /// The names of the properties that lead to it; `*` stands for every item of a list.
    pub path: Vec<String>,
    /// JSON text.
    pub value: String,
}

/// How the value of a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The argument of this name is the body.
    Argument(String),
    /// The arguments that are not parameters are the properties of an object, together with the
    /// constants: name and JSON text.
    Rest(Vec<(String, String)>),
}

/// How a field of a form is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The property.
    pub name: String,
    /// How its value is written.
    pub form: Form,
    /// Whether it is a file: its string is Base64 and is sent decoded, with a file name.
    pub is_file: bool,
}

/// Where an API is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The address with `{variables}`; may be relative.
    pub url: String,
    /// The place of the address.
    pub span: Span,
    /// The variables.
    pub variables: Vec<Variable>,
}

/// A variable of a server's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value unless the configuration says another one.
    pub default: String,
    /// The values that it may have; all where there are none.
    pub choices: Vec<String>,
}

/// A scheme that a request needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// The name under `securitySchemes`.
    pub name: String,
    /// What the scheme is.
    pub scheme: Scheme,
    /// The scopes that are needed.
    pub scopes: Vec<String>,
}

/// How credentials are sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `Authorization: Bearer …`; also OpenID Connect, and OAuth 2 where the token comes from
    /// outside.
    Bearer,
    /// `Authorization: Basic …`
    Basic,
    /// A key in a header, the query or a cookie.
    ApiKey {
        /// Where it is.
        place: Place,
        /// Its name there.
        name: String,
    },
    /// OAuth 2, client credentials.
    ClientCredentials {
        /// Where tokens come from.
        token_url: String,
    },
    /// Anything that cannot be sent: mutual TLS, digest.
    Other(String),
}
