//! The list for OpenAI Responses with its namespaces: the name of a tool needs nothing before it there.

use super::{Shown, Target};
use crate::json::{Json, write_string};
use crate::text_set::TextSet;

/// How long a name may be.
const LONGEST: usize = 64;

/// One element of the list.
struct Element<'t> {
    /// The namespace of its tools; without one it is a tool of its own.
    namespace: Option<&'t str>,
    tools: String,
}

/// The tools of a namespace stand together, where its first one stands. A tool keeps its wire name
/// outside of all where it is an overload, so that each has a name of its own, or where a part of its
/// name is none that OpenAI takes.
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
        // OpenAI wants some text
        out.push_str(",\"description\":");
        write_string(&format!("The tools of {namespace}."), out);
        out.push_str(",\"tools\":[");
        out.push_str(&self.tools);
        out.push_str("]}");
    }
}

/// The names that several tools have.
fn overloads(tools: &[Shown<'_>]) -> TextSet {
    let (mut known, mut overloads) = (TextSet::default(), TextSet::default());
    for tool in tools {
        if !known.insert(tool.qualified.to_owned()) {
            overloads.insert(tool.qualified.to_owned());
        }
    }
    overloads
}

/// The namespace of a tool and its name there, where both may be in the list.
fn home(qualified: &str) -> Option<(&str, &str)> {
    let parts = qualified.split_once("::")?;
    let is_legal = |name: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        !name.is_empty() && name.len() <= LONGEST && name.bytes().all(is_letter)
    };
    (is_legal(parts.0) && is_legal(parts.1)).then_some(parts)
}
