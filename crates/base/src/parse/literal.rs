//! Verb: a literal of Python to a Node: what `repr` writes of lists, dictionaries and scalars.

use crate::node::{MAX_DEPTH, Map, Node, Value};
use crate::source::Span;

/// The value of a literal, with `span` as the place of every node; `None` if the text is not one.
pub fn read_literal(text: &str, span: Span) -> Option<Node> {
    let mut reader = Literal {
        rest: text.trim(),
        span,
    };
    let node = reader.value(MAX_DEPTH)?;
    reader.rest.trim_start().is_empty().then_some(node)
}

/// The words for values, of Python and of JSON.
const WORDS: &[(&str, Value)] = &[
    ("None", Value::Null),
    ("null", Value::Null),
    ("True", Value::Bool(true)),
    ("true", Value::Bool(true)),
    ("False", Value::Bool(false)),
    ("false", Value::Bool(false)),
];

struct Literal<'t> {
    rest: &'t str,
    span: Span,
}

impl Literal<'_> {
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, depth: u16) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        self.rest = self.rest.trim_start();
        let value = match self.rest.chars().next()? {
            '[' => Value::List(self.items("[", "]", depth)?.0),
            '(' => match self.items("(", ")", depth)? {
                // parentheses around one value without a comma are not a tuple
                (mut items, false) if items.len() == 1 => return items.pop(),
                (items, _) => Value::List(items),
            },
            '{' => Value::Map(self.entries(depth)?),
            '\'' | '"' => {
                let mut text = self.string()?;
                // literals beside each other are one text
                while self.rest.trim_start().starts_with(['\'', '"']) {
                    self.rest = self.rest.trim_start();
                    text.push_str(&self.string()?);
                }
                Value::String(text)
            }
            '-' | '+' | '.' | '0'..='9' => self.number()?,
            _ => self.word()?,
        };
        Some(Node::new(value, self.span))
    }

    /// The items between two brackets, and whether there is a comma.
    fn items(&mut self, open: &str, close: &str, depth: u16) -> Option<(Vec<Node>, bool)> {
        self.take(open);
        let (mut items, mut has_comma) = (Vec::new(), false);
        while !self.take(close) {
            items.push(self.value(depth)?);
            if self.take(",") {
                has_comma = true;
            } else {
                return self.take(close).then_some((items, has_comma));
            }
        }
        Some((items, has_comma))
    }

    fn entries(&mut self, depth: u16) -> Option<Map> {
        self.take("{");
        let mut map = Map::default();
        while !self.take("}") {
            let key = match self.value(depth)?.value {
                Value::String(key) => key,
                Value::Number(key) => key.into(),
                _ => return None,
            };
            if !self.take(":") {
                return None;
            }
            let value = self.value(depth)?;
            // of a repeated key, the last value counts in Python
            map.insert(&key, self.span, value);
            if !self.take(",") {
                return self.take("}").then_some(map);
            }
        }
        Some(map)
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, character)) = chars.next() {
            match character {
                '\n' => return None,
                '\\' => {
                    let (_, escaped) = chars.next()?;
                    match escaped {
                        'n' => text.push('\n'),
                        't' => text.push('\t'),
                        'r' => text.push('\r'),
                        '\\' | '\'' | '"' => text.push(escaped),
                        'x' | 'u' | 'U' => {
                            let digits = match escaped {
                                'x' => 2,
                                'u' => 4,
                                _ => 8,
                            };
                            let code: String =
                                chars.by_ref().take(digits).map(|(_, c)| c).collect();
                            let code = u32::from_str_radix(&code, 16).ok()?;
                            text.push(char::from_u32(code)?);
                        }
                        // Python keeps what it does not know
                        other => text.extend(['\\', other]),
                    }
                }
                end if end == quote => {
                    self.rest = &self.rest[at + end.len_utf8()..];
                    return Some(text);
                }
                other => text.push(other),
            }
        }
        None
    }

    /// A number, as JSON writes it.
    fn number(&mut self) -> Option<Value> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        let number = number.strip_prefix('+').unwrap_or(number).replace('_', "");
        let written = match number.parse::<i128>() {
            Ok(whole) => whole.to_string(),
            Err(_) => {
                let double: f64 = number.parse().ok()?;
                if !double.is_finite() {
                    return None;
                }
                format!("{double:?}")
            }
        };
        self.rest = rest;
        Some(Value::Number(written.into()))
    }

    fn word(&mut self) -> Option<Value> {
        let (word, value) = WORDS.iter().find(|(word, _)| self.rest.starts_with(word))?;
        self.rest = &self.rest[word.len()..];
        let ends = !self
            .rest
            .starts_with(|c: char| c.is_alphanumeric() || c == '_');
        ends.then(|| value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::read_literal;
    use crate::source::{SourceId, Span};

    fn read(text: &str) -> Option<String> {
        read_literal(text, Span::file(SourceId(0))).map(|node| node.to_json())
    }

    #[test]
    fn literals_are_read_as_python_reads_them() {
        let cases = [
            (
                "[{'name': 'f', 'arguments': {'a': None, }}]",
                r#"[{"name":"f","arguments":{"a":null}}]"#,
            ),
            ("{'a': True, 'b': false}", r#"{"a":true,"b":false}"#),
            ("(1, 2.5, -3, 1_000, 1e3)", "[1,2.5,-3,1000,1000.0]"),
            ("(1)", "1"),
            ("()", "[]"),
            (r#"'it\'s' " \x41\u00e9\q""#, r#""it's Aé\\q""#),
        ];
        for (literal, json) in cases {
            assert_eq!(read(literal).as_deref(), Some(json), "{literal}");
        }
    }

    #[test]
    fn what_is_not_a_literal_is_refused() {
        for text in [
            "nope",
            "[1",
            "{'a' 1}",
            "Nonesense",
            "'a",
            "[1] 2",
            "{[1]: 2}",
            "f(1)",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"[".repeat(100_000)), None);
    }
}
