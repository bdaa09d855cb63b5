//! What is shown of results, as static data of the runtime.

use super::{Parts, Projection};
use toolc_runtime::json::write_string;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Ref, data, list};
use toolc_schema::rust::Text;

/// What a row says about the results of its tool.
pub struct ResultsData {
    /// The parts that are shown.
    pub projection: Projection,
    /// How many items of each list are shown.
    pub items: Option<u64>,
    /// How many bytes of JSON are shown.
    pub bytes: Option<u64>,
    /// Whether what is cut can be read on.
    pub pages: bool,
}

data! {
    ResultsData as [rt::Results] =>
    ResultsData { projection, items, bytes, pages } => {
        projection: projection,
        items: items.unwrap_or(u64::MAX),
        bytes: bytes.unwrap_or(u64::MAX),
        pages: pages,
    },
}

data! {
    Projection as [rt::Projection] =>
    Projection::Whole => Whole,
    Projection::Nothing => Nothing,
    Projection::Parts(parts) => Parts(Ref(&**parts)),
}

data! {
    Parts as [rt::ProjectedParts] =>
    Parts { fields, each } => {
        fields: list(fields, |(name, shown)| (Text(name), shown)),
        each: each,
    },
}

/// The schema of what is shown of a tool's results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectedText {
    /// The schema, without its `$defs`.
    pub text: String,
    /// The definitions that it reaches, each with its key under `$defs`.
    pub definitions: Vec<(String, String)>,
}

impl ProjectedText {
    /// A schema with this root: the text itself, or one that contains it.
    pub fn compose(&self, root: &str) -> String {
        let Some(open) = root
            .strip_suffix('}')
            .filter(|_| !self.definitions.is_empty())
        else {
            return root.to_owned();
        };
        let mut out = open.to_owned();
        out.push_str(if open.len() == 1 {
            "\"$defs\":{"
        } else {
            ",\"$defs\":{"
        });
        for (index, (name, text)) in self.definitions.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_string(name, &mut out);
            out.push(':');
            out.push_str(text);
        }
        out.push_str("}}");
        out
    }
}

data! {
    ProjectedText as [rt::SchemaText] =>
    ProjectedText { text, definitions } => {
        text: Text(text),
        uses: list(definitions, |(name, text)| Ref(ProjectedDefinition(name, text))),
    },
}

/// One of the definitions.
struct ProjectedDefinition<'t>(&'t str, &'t str);

data! {
    ProjectedDefinition<'_> as [rt::Definition] =>
    ProjectedDefinition(name, text) => { name: Text(name), schema: DefinitionText(text) },
}

/// The text of a definition, whose own definitions stand beside it.
struct DefinitionText<'t>(&'t str);

data! {
    DefinitionText<'_> as [rt::SchemaText] =>
    DefinitionText(text) => { text: Text(text), uses: list(BESIDE, |(name, text)| Ref(ProjectedDefinition(name, text))) },
}

const BESIDE: &[(String, String)] = &[];
