//! Noun: the body of a request.

use super::Form;

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
