//! Noun: what a request has outside of its body, and where it comes from.

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
