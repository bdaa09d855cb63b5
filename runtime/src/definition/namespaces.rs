//! The list for OpenAI Responses with namespaces, in which the names of tools need no prefix.

use super::{Shown, Target};
use crate::json::{Json, write_string};
use crate::text_set::TextSet;

/// The maximum length of a name.
const LONGEST: usize = 64;

/// One element of the list.
struct Element<'t> {
    /// The namespace of its tools; `None` for a single tool outside any namespace.
    namespace: Option<&'t str>,
    tools: String,
}

/// Groups the tools of a namespace at the position of its first one. A tool keeps its wire name and stays
/// outside any namespace if it is an overload, so that every tool has a unique name, or if OpenAI would
/// reject a part of its name.
pub(super) fn list_namespaces(tools: Vec<Shown<'_>>) -> Json {
    let overloads = overloads(&tools);
    let mut elements: Vec<Element<'_>> = Vec::new();
    for tool in &tools {
        let is_alone = !overloads.contains(tool.qualified);
        let home = home(tool.qualified).filter(|_| is_alone);
        let (namespace, name) = home.unzip();
        let known = elements
            .iter_mut()
            .find(|element| namespace.is_some() && element.namespace == namespace);
        let mut text = String::new();
        tool.write_as(
            name.unwrap_or(tool.name),
            Target::OpenAiNamespaces,
            &mut text,
        );
        match known {
            Some(element) => {
                element.tools.push(',');
                element.tools.push_str(&text);
            }
            None => elements.push(Element {
                namespace,
                tools: text,
            }),
        }
    }
    let mut out = String::from("[");
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        element.write(&mut out);
    }
    out.push(']');
    Json::trusted(out)
}

impl Element<'_> {
    fn write(&self, out: &mut String) {
        let Some(namespace) = self.namespace else {
            return out.push_str(&self.tools);
        };
        out.push_str("{\"type\":\"namespace\",\"name\":");
        write_string(namespace, out);
        // OpenAI requires a description.
        out.push_str(",\"description\":");
        write_string(&format!("The tools of {namespace}."), out);
        out.push_str(",\"tools\":[");
        out.push_str(&self.tools);
        out.push_str("]}");
    }
}

/// The names that several tools share.
fn overloads(tools: &[Shown<'_>]) -> TextSet {
    let (mut known, mut overloads) = (TextSet::default(), TextSet::default());
    for tool in tools {
        if !known.insert(tool.qualified.to_owned()) {
            overloads.insert(tool.qualified.to_owned());
        }
    }
    overloads
}

/// The namespace of a tool and its name within it, if OpenAI accepts both.
fn home(qualified: &str) -> Option<(&str, &str)> {
    let parts = qualified.split_once("::")?;
    let is_legal = |name: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        !name.is_empty() && name.len() <= LONGEST && name.bytes().all(is_letter)
    };
    (is_legal(parts.0) && is_legal(parts.1)).then_some(parts)
}
