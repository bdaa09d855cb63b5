//! Result schemas that a model proposes for tools without one.

use super::{Inquiry, NOWHERE, parse_answer, parse_json};
use crate::file::{UNFINISHED, append_head};
use std::collections::{BTreeMap, HashMap};
use toolc_base::json_text::{append_map, append_string, lay_out, write_object, write_string};
use toolc_base::node::{Map, Node};
use toolc_base::parse::read_literal;
use toolc_base::sha256::{hash_parts, sha256_hex, write_hex};
use toolc_model::model::enrichment::{Endpoint, Enrichment};
use toolc_model::model::{Catalog, Tool};

/// How many bytes a proposal may have.
const LONGEST: usize = 65_536;

/// What a model is told. Rises in the digest, as all that is read does.
const INSTRUCTIONS: &str = "\
You are given the definition of a tool. Propose a JSON Schema for the result of a successful call.

- Answer with the schema alone: one JSON object, with \"type\": \"object\" and \"properties\".
- Name only the main fields, each with a \"type\" and a short \"description\".
- Use the types string, number, integer, boolean, array and object.
- Leave out \"required\", and fields for errors.

For a tool that finds the weather of a city, an answer is:
{\"type\": \"object\", \"properties\": {\"temperature\": {\"type\": \"number\", \"description\": \"In degrees Celsius.\"}, \
\"conditions\": {\"type\": \"string\", \"description\": \"Such as `rain`.\"}}}";

/// A result schema that a model proposed.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// `namespace::name` of the tool.
    pub qualified: String,
    /// The fingerprint of its input schema.
    pub fingerprint: String,
    /// SHA-256 of what the model had read.
    pub read: String,
    /// The schema.
    pub schema: Node,
}

/// A tool without a result schema, and what is known of the answer.
struct Asked {
    qualified: String,
    fingerprint: String,
    /// The definition that the model reads.
    definition: String,
    /// SHA-256 of everything that the model reads.
    read: String,
    schema: Option<String>,
    is_unusable: bool,
}

/// The tools of a catalog without a result schema, and what a model proposes for them.
pub struct Proposals<'e> {
    entry: &'e Enrichment,
    endpoint: &'e Endpoint,
    tools: Vec<Asked>,
    /// What the tool of the last request is known by.
    asked: Option<String>,
    unusable: Vec<(String, String)>,
}

impl<'e> Proposals<'e> {
    /// The tools that lack a result schema, with what is in earlier files.
    pub fn new(
        entry: &'e Enrichment,
        endpoint: &'e Endpoint,
        catalog: &Catalog,
        earlier: &[&str],
    ) -> Self {
        let mut known: HashMap<String, String> = HashMap::new();
        for file in earlier {
            let proposals = read_file(file).into_iter();
            known.extend(proposals.map(|proposal| (proposal.read, proposal.schema.to_json())));
        }
        let lacking = catalog.tools.iter().filter(|tool| is_lacking(tool));
        let tools = lacking.map(|tool| {
            let definition = write_definition(catalog, tool);
            let read = hash_parts([
                "output_parameters 1",
                &endpoint.model.value,
                INSTRUCTIONS,
                &definition,
            ]);
            let read = write_hex(&read);
            Asked {
                qualified: tool.qualified(),
                fingerprint: tool.raw_fingerprint.clone(),
                definition,
                schema: known.get(&read).cloned(),
                read,
                is_unusable: false,
            }
        });
        Proposals {
            entry,
            endpoint,
            tools: tools.collect(),
            asked: None,
            unusable: Vec::new(),
        }
    }

    /// SHA-256 of everything that a model reads, and for which tools.
    pub fn digest(&self) -> String {
        let parts = self
            .tools
            .iter()
            .map(|tool| format!("{} {} {}\n", tool.qualified, tool.fingerprint, tool.read));
        sha256_hex(parts.collect::<String>())
    }

    /// What is proposed for the tools of today.
    pub fn list(&self) -> Vec<Proposal> {
        let known = self.tools.iter().filter_map(|tool| {
            Some(Proposal {
                qualified: tool.qualified.clone(),
                fingerprint: tool.fingerprint.clone(),
                read: tool.read.clone(),
                schema: parse_json(tool.schema.as_ref()?)?,
            })
        });
        known.collect()
    }

    /// Takes back what was proposed for a tool.
    pub fn discard(&mut self, qualified: &str, fingerprint: &str) {
        let is_meant =
            |tool: &&mut Asked| tool.qualified == qualified && tool.fingerprint == fingerprint;
        if let Some(tool) = self.tools.iter_mut().find(is_meant) {
            tool.schema = None;
            tool.is_unusable = true;
        }
    }

    fn write(&self, made_from: &str) -> String {
        let mut out = String::new();
        append_head(self.entry, made_from, &mut out);
        out.push_str(",\n\"artifact\":{\"model\":");
        append_string(&self.endpoint.model.value, &mut out);
        out.push_str(",\n\"tools\":");
        let mut names: BTreeMap<&str, Vec<(&Asked, &str)>> = BTreeMap::new();
        for tool in &self.tools {
            if let Some(schema) = &tool.schema {
                names
                    .entry(&tool.qualified)
                    .or_default()
                    .push((tool, schema));
            }
        }
        append_map(names, true, &mut out, |overloads, out| {
            let overloads = overloads
                .iter()
                .map(|(tool, schema)| (tool.fingerprint.as_str(), (tool, schema)));
            append_map(overloads, false, out, |(tool, schema), out| {
                let read = write_string(&tool.read);
                let schema = (*schema).to_owned();
                out.push_str(&write_object(&[
                    ("read", read),
                    ("output_parameters", schema),
                ]));
            });
        });
        out.push_str("}}\n");
        out
    }
}

impl Inquiry for Proposals<'_> {
    fn path(&self) -> &'static str {
        "/chat/completions"
    }

    fn count_open(&self) -> usize {
        let mut open: Vec<&str> = self
            .tools
            .iter()
            .filter(|tool| tool.is_open())
            .map(|tool| tool.read.as_str())
            .collect();
        open.sort_unstable();
        open.dedup();
        open.len()
    }

    fn write_request(&mut self, most_bytes: u64) -> Option<Result<String, String>> {
        let tool = self.tools.iter().find(|tool| tool.is_open())?;
        let message = |role: &str, content: &str| {
            write_object(&[
                ("role", write_string(role)),
                ("content", write_string(content)),
            ])
        };
        let messages = [
            message("system", INSTRUCTIONS),
            message("user", &tool.definition),
        ];
        let body = write_object(&[
            ("model", write_string(&self.endpoint.model.value)),
            ("messages", format!("[{}]", messages.join(","))),
            ("response_format", "{\"type\":\"json_object\"}".to_owned()),
            ("temperature", "0".to_owned()),
        ]);
        self.asked = Some(tool.read.clone());
        Some(match body.len() as u64 <= most_bytes {
            true => Ok(body),
            false => Err(format!(
                "the request about `{}` has {} bytes",
                tool.qualified,
                body.len()
            )),
        })
    }

    fn take_answer(&mut self, body: &str) -> Result<(), String> {
        let answer = parse_answer(body)?;
        let choices = answer.get_list("choices").unwrap_or_default();
        if choices.is_empty() {
            return Err("it has no list `choices` with an answer".to_owned());
        }
        let mut found = Err("the model said nothing".to_owned());
        for choice in choices {
            let message = choice
                .get("message")
                .and_then(|message| message.get("content"));
            let Some(content) = message else {
                return Err("a choice has no `message` with a `content`".to_owned());
            };
            // a refusal has null
            if let Some(text) = content.as_str() {
                found = read_proposal(text);
            }
            if found.is_ok() {
                break;
            }
        }
        let read = self.asked.take().unwrap_or_default();
        for tool in self.tools.iter_mut().filter(|tool| tool.read == read) {
            match &found {
                Ok(schema) => tool.schema = Some(schema.to_json()),
                Err(reason) => {
                    tool.is_unusable = true;
                    self.unusable.push((tool.qualified.clone(), reason.clone()));
                }
            }
        }
        Ok(())
    }

    fn take_unusable(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.unusable)
    }

    fn finish(&self) -> Option<String> {
        Some(self.write(&self.digest()))
    }

    fn write_unfinished(&self) -> String {
        self.write(UNFINISHED)
    }
}

impl Asked {
    fn is_open(&self) -> bool {
        self.schema.is_none() && !self.is_unusable
    }
}

/// Whether a tool has no result schema, or one that says nothing.
fn is_lacking(tool: &Tool) -> bool {
    let text = tool.output_text.as_ref();
    text.is_none_or(|schema| matches!(schema.text.as_str(), "{}" | "true"))
}

/// The tool in OpenAI's form.
fn write_definition(catalog: &Catalog, tool: &Tool) -> String {
    let function = write_object(&[
        ("name", write_string(&tool.name)),
        ("description", write_string(&tool.description)),
        ("parameters", catalog.compose_text(&tool.input_text)),
    ]);
    let whole = write_object(&[("type", write_string("function")), ("function", function)]);
    lay_out(&whole)
}

/// The schema in the answer of a model: JSON, or else a literal of Python; a schema itself, the first value that looks like
/// one, or a map of properties.
///
/// # Errors
///
/// Why it is of no use.
pub fn read_proposal(text: &str) -> Result<Node, String> {
    if text.len() > LONGEST {
        return Err(format!("it has more than {LONGEST} bytes"));
    }
    let node = parse_json(text).or_else(|| read_literal(text, NOWHERE));
    let node = node.ok_or("it is neither JSON nor a literal of Python")?;
    let map = node.as_map();
    let map = map.ok_or_else(|| format!("it is {}, not a schema", node.kind()))?;
    let within = || map.iter().map(|entry| &entry.value);
    if let Some(schema) = std::iter::once(&node)
        .chain(within())
        .find(|node| looks_like_schema(node))
    {
        return Ok(with_type(schema));
    }
    match !map.is_empty() && within().all(|value| value.as_map().is_some()) {
        true => {
            let mut schema = Map::default();
            schema.insert("type", NOWHERE, Node::string("object", NOWHERE));
            schema.insert("properties", NOWHERE, node.clone());
            Ok(Node::map(schema, NOWHERE))
        }
        false => Err("it is an object, but neither a schema nor a map of properties".to_owned()),
    }
}

/// An object that says `properties` or `type: object`.
fn looks_like_schema(node: &Node) -> bool {
    let has_properties = node.get_map("properties").is_some();
    has_properties || node.as_map().is_some() && node.get_str("type") == Some("object")
}

fn with_type(schema: &Node) -> Node {
    let mut schema = schema.clone();
    if let Some(map) = schema.as_map_mut().filter(|map| !map.contains("type")) {
        map.insert("type", NOWHERE, Node::string("object", NOWHERE));
    }
    schema
}

/// What is in a file of proposals; what is not as it was written is as if it were not there.
pub fn read_file(file: &str) -> Vec<Proposal> {
    let Some(node) = parse_json(file) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let tools = node
        .get("artifact")
        .map(|artifact| artifact.entries("tools"));
    for tool in tools.into_iter().flatten() {
        for overload in tool.value.as_map().into_iter().flat_map(Map::iter) {
            if let (Some(read), Some(schema)) = (
                overload.value.get_str("read"),
                overload.value.get("output_parameters"),
            ) {
                found.push(Proposal {
                    qualified: tool.key.clone(),
                    fingerprint: overload.key.clone(),
                    read: read.to_owned(),
                    schema: schema.clone(),
                });
            }
        }
    }
    found
}
