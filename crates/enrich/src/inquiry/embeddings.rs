//! Vectors of the texts about tools and their parameters, as fms-dgt writes these texts.

use super::{Inquiry, parse_answer, parse_json};
use crate::file::{UNFINISHED, append_head};
use crate::neighbors::Vectors;
use crate::reference::texts::{write_tool, write_untyped_parameter};
use crate::reference::{ReferenceTool, group_overloads};
use std::collections::{BTreeMap, HashMap};
use toolc_base::json_text::{append_list, append_map, append_string};
use toolc_base::node::{Node, Value};
use toolc_base::sha256::{hash_parts, write_hex};
use toolc_model::model::enrichment::{EmbeddingOptions, Enrichment};

/// How many numbers a vector may have.
const LONGEST: usize = 65_536;

/// The texts of a catalog, and their vectors as far as they are known.
pub struct Embeddings<'e> {
    entry: &'e Enrichment,
    options: &'e EmbeddingOptions,
    /// For each qualified name, the fingerprints with the positions of their texts.
    tools: Vec<(String, Vec<(String, usize)>)>,
    /// Each text once: those of tools, then those of their parameters.
    texts: Vec<String>,
    vectors: Vec<Option<Vec<f64>>>,
    /// The texts of the last request.
    asked: Vec<usize>,
}

impl<'e> Embeddings<'e> {
    /// The texts about tools, with the vectors that are in earlier files.
    pub fn new(
        entry: &'e Enrichment,
        options: &'e EmbeddingOptions,
        tools: &[ReferenceTool],
        earlier: &[&str],
    ) -> Self {
        let mut texts = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut place_of = |text: String| {
            let next = texts.len();
            *places.entry(text).or_insert_with_key(|text| {
                texts.push(text.clone());
                next
            })
        };
        let mut named = Vec::new();
        for (name, overloads) in group_overloads(tools) {
            let entries = overloads.iter().map(|at| {
                let tool = &tools[*at];
                (tool.fingerprint.clone(), place_of(write_tool(tool)))
            });
            named.push((name, entries.collect()));
        }
        for tool in tools {
            for (name, schema) in tool.inputs.iter().chain(&tool.outputs) {
                place_of(write_untyped_parameter(name, schema));
            }
        }
        let mut known = Vectors::new();
        for file in earlier {
            known.extend(read_vectors_of(file, options));
        }
        let mut vectors: Vec<Option<Vec<f64>>> =
            texts.iter().map(|text| known.remove(text)).collect();
        // of vectors that differ in length, none is better than another
        let mut lengths = vectors.iter().flatten().map(Vec::len);
        let first = lengths.next();
        if lengths.any(|length| Some(length) != first) {
            vectors.fill(None);
        }
        Embeddings {
            entry,
            options,
            tools: named,
            texts,
            vectors,
            asked: Vec::new(),
        }
    }

    /// Each text with its vector; `None` if one is missing.
    pub fn into_vectors(self) -> Option<Vectors> {
        let pairs = self.texts.into_iter().zip(self.vectors);
        pairs.map(|(text, vector)| Some((text, vector?))).collect()
    }

    /// SHA-256 of the texts, and of what decides their vectors.
    pub fn digest(&self) -> String {
        let decided = [
            "embeddings 1".to_owned(),
            self.options.endpoint.model.value.clone(),
            format!("{:?}", self.options.dimensions),
        ];
        let lengths: String = self
            .texts
            .iter()
            .map(|text| format!("{} ", text.len()))
            .collect();
        let parts = decided.iter().chain([&lengths]).chain(&self.texts);
        write_hex(&hash_parts(parts))
    }

    fn write(&self, made_from: &str) -> String {
        let mut out = String::new();
        append_head(self.entry, made_from, &mut out);
        out.push_str(",\n\"artifact\":{\"model\":");
        append_string(&self.options.endpoint.model.value, &mut out);
        if let Some(dimensions) = self.options.dimensions {
            out.push_str(&format!(",\"dimensions\":{dimensions}"));
        }
        out.push_str(",\n\"tools\":");
        let tools = self
            .tools
            .iter()
            .map(|(name, overloads)| (name.as_str(), overloads));
        append_map(tools, true, &mut out, |overloads, out| {
            let overloads = overloads
                .iter()
                .map(|(fingerprint, at)| (fingerprint.as_str(), at));
            append_map(overloads, false, out, |at, out| {
                out.push_str(&at.to_string());
            });
        });
        out.push_str(",\n\"texts\":");
        let known = self.texts.iter().zip(&self.vectors);
        let known = known.filter_map(|(text, vector)| Some((text, vector.as_ref()?)));
        append_list(known, true, &mut out, |(text, vector), out| {
            out.push('[');
            append_string(text, out);
            out.push(',');
            append_list(vector, false, out, |number, out| {
                out.push_str(&format!("{number:?}"));
            });
            out.push(']');
        });
        out.push_str("}}\n");
        out
    }
}

impl Inquiry for Embeddings<'_> {
    fn path(&self) -> &'static str {
        "/embeddings"
    }

    fn count_open(&self) -> usize {
        self.vectors
            .iter()
            .filter(|vector| vector.is_none())
            .count()
    }

    fn write_request(&mut self, most_bytes: u64) -> Option<Result<String, String>> {
        let mut end = String::from("],\"encoding_format\":\"float\"");
        if let Some(dimensions) = self.options.dimensions {
            end.push_str(&format!(",\"dimensions\":{dimensions}"));
        }
        end.push('}');
        let mut body = String::from("{\"model\":");
        append_string(&self.options.endpoint.model.value, &mut body);
        body.push_str(",\"input\":[");
        self.asked.clear();
        let open = (0..self.texts.len()).filter(|at| self.vectors[*at].is_none());
        for at in open.take(self.options.batch) {
            let before = body.len();
            if !self.asked.is_empty() {
                body.push(',');
            }
            append_string(&self.texts[at], &mut body);
            if (body.len() + end.len()) as u64 > most_bytes {
                if self.asked.is_empty() {
                    let bytes = body.len() + end.len();
                    return Some(Err(format!("a request with one text has {bytes} bytes")));
                }
                body.truncate(before);
                break;
            }
            self.asked.push(at);
        }
        body.push_str(&end);
        (!self.asked.is_empty()).then_some(Ok(body))
    }

    fn take_answer(&mut self, body: &str) -> Result<(), String> {
        let known = self.vectors.iter().flatten().next().map(Vec::len);
        let vectors = read_vectors(body, self.asked.len())?;
        let length = vectors.first().map_or(0, Vec::len);
        if let Some(wanted) = self.options.dimensions.filter(|wanted| *wanted != length) {
            return Err(format!(
                "its vectors have {length} numbers, and `dimensions` is {wanted}"
            ));
        }
        if let Some(known) = known.filter(|known| *known != length) {
            return Err(format!(
                "its vectors have {length} numbers, and those that are known have {known}; `--force` asks for all of them again"
            ));
        }
        for (at, vector) in self.asked.drain(..).zip(vectors) {
            self.vectors[at] = Some(vector);
        }
        Ok(())
    }

    fn take_unusable(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn finish(&self) -> Option<String> {
        (self.count_open() == 0).then(|| self.write(&self.digest()))
    }

    fn write_unfinished(&self) -> String {
        self.write(UNFINISHED)
    }
}

/// The vectors of an answer of `/embeddings`, in the order of the texts.
fn read_vectors(body: &str, count: usize) -> Result<Vec<Vec<f64>>, String> {
    let answer = parse_answer(body)?;
    let data = answer.get_list("data").ok_or("it has no list `data`")?;
    if data.len() != count {
        return Err(format!("it has {} vectors for {count} texts", data.len()));
    }
    let mut found: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for item in data {
        let index = item.get("index").and_then(read_index);
        let index = index.filter(|index| *index < count);
        let index = index.ok_or("a vector has no `index` of a text")?;
        let vector = item.get("embedding").and_then(read_numbers);
        let vector = vector.ok_or("an `embedding` is not a list of finite numbers")?;
        if vector.is_empty() || vector.len() > LONGEST {
            return Err(format!("a vector has {} numbers", vector.len()));
        }
        if found.insert(index, vector).is_some() {
            return Err(format!("two vectors have the `index` {index}"));
        }
    }
    let vectors: Vec<Vec<f64>> = found.into_values().collect();
    let first = vectors.first().map_or(0, Vec::len);
    match vectors.iter().map(Vec::len).find(|length| *length != first) {
        Some(other) => Err(format!(
            "one vector has {first} numbers and another one {other}"
        )),
        None => Ok(vectors),
    }
}

fn read_index(node: &Node) -> Option<usize> {
    match &node.value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    }
}

fn read_numbers(node: &Node) -> Option<Vec<f64>> {
    let numbers = node.as_list()?.iter().map(|item| match &item.value {
        Value::Number(text) => text.parse::<f64>().ok().filter(|number| number.is_finite()),
        _ => None,
    });
    numbers.collect()
}

/// The vectors in a file that the same model answered. It is read line by line, as it may be large; what is not as it was
/// written is as if it were not there.
pub fn read_vectors_of(file: &str, options: &EmbeddingOptions) -> Vectors {
    let mut vectors = Vectors::new();
    let mut lines = file.lines();
    let mut wanted = String::from("\"artifact\":{\"model\":");
    append_string(&options.endpoint.model.value, &mut wanted);
    if let Some(dimensions) = options.dimensions {
        wanted.push_str(&format!(",\"dimensions\":{dimensions}"));
    }
    wanted.push(',');
    if !lines.any(|line| line == wanted) || !lines.any(|line| line == "\"texts\":[") {
        return vectors;
    }
    for line in lines {
        let line = line.strip_suffix(',').unwrap_or(line);
        let line = line.strip_suffix("]}}").unwrap_or(line);
        let node = parse_json(line);
        let pair = node.as_ref().and_then(Node::as_list).unwrap_or_default();
        if let [text, numbers] = pair
            && let (Some(text), Some(numbers)) = (text.as_str(), read_numbers(numbers))
            && !numbers.is_empty()
        {
            vectors.insert(text.to_owned(), numbers);
        }
    }
    vectors
}
