//! What a worker shows of a tool's results: which parts, and how much of them.

/// What is shown of the results of a tool, in generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Results {
    /// The parts that are shown.
    pub projection: Projection,
    /// How many items of each list are shown; [`u64::MAX`] if there is no limit.
    pub items: u64,
    /// How many bytes of JSON are shown; [`u64::MAX`] if there is no limit.
    pub bytes: u64,
    /// Whether what is cut can be read on, page by page.
    pub pages: bool,
}

/// How many bytes of JSON are shown of the result of an API or an MCP server, if nobody sets a limit.
pub const USUAL_BYTES: u64 = 262_144;

/// How many bytes of base64 the images and other blobs of a result may have, all together, to be passed on to clients of
/// MCP. They do not count as a part of the other limits, and are never cut.
pub const BLOB_BYTES: u64 = 5_000_000;

impl Results {
    /// What is shown of the results of APIs and MCP servers, if nobody says something else.
    #[cfg(feature = "calls")]
    pub(crate) const USUAL: &'static Results = &Results {
        projection: Projection::Whole,
        items: u64::MAX,
        bytes: USUAL_BYTES,
        pages: false,
    };
}

/// The parts of a value that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projection {
    /// All of it.
    Whole,
    /// Nothing of it: the property or item is left out.
    Nothing,
    /// Of an object these properties, of a list what is shown of each item. A value without parts is shown.
    Parts(&'static ProjectedParts),
}

/// The parts of an object or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProjectedParts {
    /// Properties by name.
    pub fields: &'static [(&'static str, Projection)],
    /// Every other property, and every item of a list.
    pub each: Projection,
}

impl Projection {
    /// What is shown of the property with this name.
    pub(crate) fn of_field(self, name: &str) -> Projection {
        match self {
            Projection::Parts(parts) => {
                let mut fields = parts.fields.iter();
                let field = fields.find(|(field, _)| *field == name);
                field.map_or(parts.each, |(_, projection)| *projection)
            }
            other => other,
        }
    }

    /// What is shown of each item of a list.
    pub(crate) fn of_item(self) -> Projection {
        match self {
            Projection::Parts(parts) => parts.each,
            other => other,
        }
    }
}
