//! Noun: the tools that calls are judged against, with what validates their arguments: the tables of the runtime.

mod carried;
mod validator;

pub use carried::Carried;
use std::cell::OnceCell;
use std::collections::HashMap;
use toolc_base::node::Node;
use toolc_schema::schema::document::DraftSchema;
use toolc_schema::schema::formats::Formats;
pub(crate) use validator::Refusal;
use validator::Validator;

/// Tools by their names.
#[derive(Default)]
pub struct Offer {
    tools: Vec<Offered>,
    /// The tools of each name: the qualified name, the wire name and the short name.
    names: HashMap<String, Vec<usize>>,
}

/// A tool that can be called.
pub struct Offered {
    /// `namespace::name`, or the name alone where there is no namespace.
    pub name: String,
    /// What its arguments are, as models see it.
    pub parameters: Option<Node>,
    /// What its results are.
    pub output: Option<Node>,
    /// The schema, and how `format` is treated.
    schema: Option<(DraftSchema, Formats)>,
    /// Made for the first call.
    validator: OnceCell<Validator>,
}

/// What is known of a tool that is offered.
pub struct Definition {
    /// `namespace::name`, or the name alone.
    pub name: String,
    /// Its name on the wire, if it has one.
    pub wire_name: Option<String>,
    /// Its arguments, with the document that references lead into; `None` if it says nothing about them.
    pub input: Option<DraftSchema>,
    /// How `format` is treated.
    pub formats: Formats,
    /// What its results are.
    pub output: Option<Node>,
}

impl Offer {
    /// Adds a tool.
    pub fn add(&mut self, definition: Definition) {
        let Definition {
            name,
            wire_name,
            input,
            formats,
            output,
        } = definition;
        let at = self.tools.len();
        let short = name.rsplit_once("::").map(|(_, short)| short.to_owned());
        let names = [Some(name.clone()), wire_name, short];
        for name in names.into_iter().flatten() {
            let known = self.names.entry(name).or_default();
            if known.last() != Some(&at) {
                known.push(at);
            }
        }
        self.tools.push(Offered {
            name,
            parameters: input.as_ref().map(|schema| (*schema.node).clone()),
            output,
            schema: input.map(|schema| (schema, formats)),
            validator: OnceCell::new(),
        });
    }

    /// The tools with a name: that of a tool and its overloads, or all that share a short name.
    pub fn find(&self, name: &str) -> Vec<&Offered> {
        let known = self.names.get(name).map_or(&[][..], Vec::as_slice);
        known.iter().map(|at| &self.tools[*at]).collect()
    }

    /// All tools.
    pub fn tools(&self) -> &[Offered] {
        &self.tools
    }
}

impl Offered {
    /// Its name without the namespace.
    pub fn short_name(&self) -> &str {
        self.name
            .rsplit_once("::")
            .map_or(&self.name, |(_, short)| short)
    }

    /// The schema that it declares for an argument.
    pub(crate) fn parameter(&self, name: &str) -> Option<&Node> {
        self.parameters.as_ref()?.get("properties")?.get(name)
    }

    /// Whether its schema says what else there may be besides declared arguments, or composes others that do.
    pub(crate) fn takes_others(&self) -> bool {
        const SAYS: &[&str] = &[
            "$dynamicRef",
            "$ref",
            "additionalProperties",
            "allOf",
            "anyOf",
            "dependentSchemas",
            "if",
            "oneOf",
            "patternProperties",
            "unevaluatedProperties",
        ];
        let schema = self.parameters.as_ref();
        schema.is_some_and(|schema| SAYS.iter().any(|key| schema.get(key).is_some()))
    }

    /// What its schema has against arguments; `None` if it accepts them.
    pub(crate) fn validate(&self, arguments: &Node) -> Option<Refusal> {
        let validator = self.validator.get_or_init(|| match &self.schema {
            Some((schema, formats)) => Validator::new(schema, *formats),
            None => Validator::Any,
        });
        validator.validate(arguments)
    }
}
