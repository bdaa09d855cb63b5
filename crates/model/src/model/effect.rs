//! Noun: the effect of a tool's calls, as far as its spec states it: by the key `effect`, by MCP
//! hints, or by the method of its request.

use super::http::Operation;
use toolc_base::node::{Node, Value};
use toolc_base::source::{Span, Spanned};
pub use toolc_runtime::Effect;

/// The word under `effect` for systems that nobody here controls.
pub const OPEN_WORLD: &str = "open_world";

/// The value of `effect`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stated {
    /// The effect of a call.
    pub class: Option<Spanned<Effect>>,
    /// Where it says that calls reach the open world.
    pub open_world: Option<Span>,
}

impl Stated {
    /// The stated values, as a spec would write them; `None` if there are none.
    pub fn words(&self) -> Option<String> {
        let class = self.class.as_ref().map(|class| class.value.name());
        let words: Vec<&str> = class
            .into_iter()
            .chain(self.open_world.map(|_| OPEN_WORLD))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// The effect of a tool's calls, and what states it.
#[derive(Debug, Clone)]
pub struct ToolEffect {
    /// The value of `effect`.
    pub stated: Stated,
    /// The effect of a call.
    pub class: Effect,
    /// Whether it may reach systems that nobody here controls.
    pub open_world: bool,
}

/// The MCP hints among annotations.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hints {
    /// `readOnlyHint`
    pub read_only: Option<bool>,
    /// `destructiveHint`
    pub destructive: Option<bool>,
    /// `openWorldHint`
    pub open_world: Option<bool>,
}

impl Hints {
    /// The hints in a tool's annotations. One that is not boolean, which is reported, counts as its
    /// worst value; null says nothing.
    pub fn of(annotations: Option<&Node>) -> Self {
        let hint = |name, worst| match annotations?.get(name)?.value {
            Value::Bool(stated) => Some(stated),
            Value::Null => None,
            _ => Some(worst),
        };
        Hints {
            read_only: hint("readOnlyHint", false),
            destructive: hint("destructiveHint", true),
            open_world: hint("openWorldHint", true),
        }
    }

    /// The effect that they state, given the usual one.
    fn effect(self, usual: Effect) -> Option<Effect> {
        Some(match (self.read_only, self.destructive) {
            (_, Some(true)) => Effect::Destructive,
            (Some(true), _) => Effect::Read,
            (Some(false), Some(false)) => Effect::Write,
            (None, Some(false)) => usual.min(Effect::Write),
            (Some(false), None) if usual == Effect::Read => Effect::Unknown,
            (Some(false), None) | (None, None) => return None,
        })
    }
}

impl ToolEffect {
    /// The effect of a tool. If its spec contradicts itself, which is reported separately, the
    /// worst of its statements counts.
    pub fn of(
        stated: Stated,
        annotations: Option<&Node>,
        request: Option<&Operation>,
        foreign: bool,
    ) -> Self {
        let hints = Hints::of(annotations);
        let least = request.map_or(Effect::Read, least_of);
        let usual = request.map_or(Effect::Unknown, usual_of);
        let class = stated.class.as_ref().map(|class| class.value);
        let said = match class {
            Some(class) => Some(
                hints
                    .effect(class)
                    .map_or(class, |hinted| hinted.max(class)),
            ),
            None => hints.effect(usual),
        };
        // a spec that states the effect of a call would also have stated that it reaches the open
        // world
        let by_default = request.is_some() || foreign || class.is_none();
        let open_world = stated.open_world.is_some() || hints.open_world.unwrap_or(by_default);
        ToolEffect {
            class: said.unwrap_or(usual).max(least),
            open_world,
            stated,
        }
    }
}

/// The minimum effect of a request, by its method: a search may be a POST, but a read-only request
/// is never a DELETE.
pub fn least_of(request: &Operation) -> Effect {
    match request.method.as_str() {
        "DELETE" => Effect::Destructive,
        "PUT" | "PATCH" => Effect::Write,
        _ => Effect::Read,
    }
}

/// The effect of a request if nothing but its method indicates it.
fn usual_of(request: &Operation) -> Effect {
    match request.method.as_str() {
        _ if request.is_safe() => Effect::Read,
        "POST" => Effect::Write,
        "PUT" | "PATCH" | "DELETE" => Effect::Destructive,
        _ => Effect::Unknown,
    }
}

/// Whether repeating a request has no further effect, by RFC 9110, section 9.2.2. Not meant for
/// requests that only read.
pub fn is_idempotent(request: &Operation) -> bool {
    ["PUT", "DELETE"].contains(&request.method.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolc_base::node::{Entry, Map};

    fn request(method: &str) -> Operation {
        Operation {
            method: method.to_owned(),
            path: String::new(),
            parameters: Vec::new(),
            body: None,
            servers: Vec::new(),
            security: None,
            accepts: Vec::new(),
            span: crate::model::sample::sample_span(0),
            extent: crate::model::sample::sample_span(0),
        }
    }

    #[test]
    fn a_method_says_what_a_request_does() {
        use Effect::{Destructive, Read, Unknown, Write};
        for (method, least, usual) in [
            ("GET", Read, Read),
            ("QUERY", Read, Read),
            ("POST", Read, Write),
            ("PUT", Write, Destructive),
            ("PATCH", Write, Destructive),
            ("DELETE", Destructive, Destructive),
            ("PURGE", Read, Unknown),
        ] {
            let request = request(method);
            assert_eq!(
                (least_of(&request), usual_of(&request)),
                (least, usual),
                "{method}"
            );
        }
    }

    #[test]
    fn a_hint_that_is_not_boolean_counts_as_the_worst() {
        use Effect::{Destructive, Read, Unknown};
        let of = |hints: &[(&str, Value)]| {
            let span = crate::model::sample::sample_span(0);
            let entry = |(key, value): &(&str, Value)| Entry {
                key: (*key).to_owned(),
                key_span: span,
                value: Node::new(value.clone(), span),
            };
            let map = Map::new(hints.iter().map(entry).collect());
            let annotations = Node::new(Value::Map(map), span);
            ToolEffect::of(Stated::default(), Some(&annotations), None, true)
        };
        let (text, yes) = (Value::String("true".to_owned()), Value::Bool(true));
        let reads = ("readOnlyHint", yes);
        for (hints, class) in [
            (vec![reads.clone()], Read),
            (vec![reads.clone(), ("destructiveHint", Value::Null)], Read),
            (
                vec![reads.clone(), ("destructiveHint", text.clone())],
                Destructive,
            ),
            (vec![("readOnlyHint", text.clone())], Unknown),
        ] {
            assert_eq!(of(&hints).class, class, "{hints:?}");
        }
        assert!(of(&[("openWorldHint", text)]).open_world);
    }

    #[test]
    fn hints_say_what_a_call_does() {
        let hints = |read_only, destructive| Hints {
            read_only,
            destructive,
            open_world: None,
        };
        for (read_only, destructive, usual, said) in [
            (None, None, Effect::Read, None),
            (Some(true), None, Effect::Write, Some(Effect::Read)),
            (Some(true), Some(false), Effect::Unknown, Some(Effect::Read)),
            (
                Some(true),
                Some(true),
                Effect::Read,
                Some(Effect::Destructive),
            ),
            (
                Some(false),
                Some(false),
                Effect::Unknown,
                Some(Effect::Write),
            ),
            (None, Some(false), Effect::Read, Some(Effect::Read)),
            (None, Some(false), Effect::Unknown, Some(Effect::Write)),
            (Some(false), None, Effect::Read, Some(Effect::Unknown)),
            (Some(false), None, Effect::Write, None),
        ] {
            let found = hints(read_only, destructive).effect(usual);
            assert_eq!(found, said, "{read_only:?} {destructive:?} {usual:?}");
        }
    }
}
