//! Noun: the tools that calls are judged against, with what validates their arguments: the tables of the runtime.

mod carried;
mod validator;

pub use carried::Carried;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::diagnostic::suggest::nearest;
use toolc_base::node::{Entry, Map, Node};
use toolc_model::model::wire::wire_name;
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
    /// What is said of names that no tool has.
    guesses: RefCell<HashMap<String, String>>,
}

/// A tool that can be called.
pub struct Offered {
    /// `namespace::name`, or the name alone where there is no namespace.
    pub name: String,
    /// What its arguments are, as models see it.
    pub parameters: Option<Node>,
    /// What its results are.
    pub output: Option<Node>,
    /// The names that its arguments had, each with the argument that it is taken for.
    old_arguments: Vec<(String, String)>,
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
    /// The qualified names that it had: calls under them are meant for it.
    pub old_names: Vec<String>,
    /// The names that its arguments had, each with the argument that it is taken for.
    pub old_arguments: Vec<(String, String)>,
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
            wire_name: on_the_wire,
            old_names,
            old_arguments,
            input,
            formats,
            output,
        } = definition;
        let at = self.tools.len();
        let short = |name: &str| name.rsplit_once("::").map(|(_, short)| short.to_owned());
        let mut names = vec![Some(name.clone()), on_the_wire, short(&name)];
        for old in &old_names {
            let wire = old.rsplit_once("::");
            let wire = wire.map(|(namespace, name)| wire_name(namespace, name, None));
            names.extend([Some(old.clone()), wire, short(old)]);
        }
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
            old_arguments,
            schema: input.map(|schema| (schema, formats)),
            validator: OnceCell::new(),
        });
    }

    /// The tools with a name: that of a tool and its overloads, or all that share a short name.
    pub fn find(&self, name: &str) -> Vec<&Offered> {
        let known = self.names.get(name).map_or(&[][..], Vec::as_slice);
        known.iter().map(|at| &self.tools[*at]).collect()
    }

    /// What may be meant by a name that no tool has.
    pub(crate) fn guess(&self, name: &str) -> String {
        let mut guesses = self.guesses.borrow_mut();
        if let Some(known) = guesses.get(name) {
            return known.clone();
        }
        let names = || self.tools.iter().map(|tool| tool.name.as_str());
        let shorts = self.tools.iter().map(Offered::short_name);
        let guess = match nearest(name, names().chain(shorts)) {
            Some(near) if near != name => format!("is `{near}` meant?"),
            _ if self.tools.is_empty() => "no tools were found".to_owned(),
            _ => format!("there is {}", quote_some(names().collect::<Vec<_>>(), 8)),
        };
        guesses.insert(name.to_owned(), guess.clone());
        guess
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

    /// Arguments under their names of today. One that is there by two names is returned as an error, by its name of
    /// today.
    pub(crate) fn rename(&self, arguments: &Node) -> Result<Option<Node>, &str> {
        let Some(map) = arguments
            .as_map()
            .filter(|_| !self.old_arguments.is_empty())
        else {
            return Ok(None);
        };
        let mut entries: Vec<Entry> = map.iter().cloned().collect();
        let mut is_renamed = false;
        for entry in &mut entries {
            let mut known = self.old_arguments.iter();
            let Some((_, now)) = known.find(|(old, _)| *old == entry.key) else {
                continue;
            };
            if map.contains(now) {
                return Err(now);
            }
            entry.key.clone_from(now);
            is_renamed = true;
        }
        match Map::distinct(entries) {
            Ok(map) if is_renamed => Ok(Some(Node::map(map, arguments.span))),
            Ok(_) => Ok(None),
            Err(_) => Err(&self.old_arguments[0].1),
        }
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

#[cfg(test)]
mod tests {
    use super::{Definition, Offer};
    use toolc_base::parse::parse_text;
    use toolc_base::source::{SourceId, Span};
    use toolc_schema::schema::document::DraftSchema;
    use toolc_schema::schema::formats::Formats;

    #[test]
    fn old_names_of_arguments_are_taken_for_the_new_ones() {
        let span = Span::file(SourceId(0));
        let schema =
            r#"{"type":"object","properties":{"body":{"type":"string"}},"required":["body"]}"#;
        let mut offer = Offer::default();
        offer.add(Definition {
            name: "w::post".to_owned(),
            wire_name: Some("w__post".to_owned()),
            old_names: vec!["v::send".to_owned()],
            old_arguments: vec![("text".to_owned(), "body".to_owned())],
            input: Some(DraftSchema::standalone(parse_text(schema, span))),
            formats: Formats::Assert,
            output: None,
        });
        for name in ["w::post", "w__post", "post", "v::send", "v__send", "send"] {
            assert_eq!(offer.find(name).len(), 1, "{name}");
        }
        assert!(offer.find("v::post").is_empty());
        let tool = &offer.tools()[0];
        let renamed = |text: &str| {
            let arguments = parse_text(text, span);
            let renamed = tool.rename(&arguments).map_err(str::to_owned);
            renamed.map(|renamed| renamed.map(|node| node.to_json()))
        };
        assert_eq!(
            renamed(r#"{"text":"a"}"#),
            Ok(Some(r#"{"body":"a"}"#.to_owned()))
        );
        assert_eq!(renamed(r#"{"body":"a"}"#), Ok(None));
        assert_eq!(
            renamed(r#"{"text":"a","body":"b"}"#),
            Err("body".to_owned())
        );
    }
}
