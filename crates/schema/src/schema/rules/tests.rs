//! Checks that new rows are considered in places where the compiler cannot enforce it.

use super::{LIST, NUMBER, OBJECT, Reads, Rule, TEXT};
use toolc_runtime::strict::{Dialect, Rewritten};

/// Each rule, with the type it applies to and a value.
fn examples() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    fn of<S, T>(
        name: &'static str,
        rules: &'static [Rule<S, T>],
    ) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        rules.iter().map(move |rule| {
            let value = match rule.reads {
                Reads::Count(_) | Reads::Limit(_) | Reads::Divisor(_) => "3",
                Reads::Flag(_) => "true",
                Reads::Pattern(_) => r#""^a""#,
                Reads::Format => r#""hostname""#,
                Reads::Path => r#"{"access":"read"}"#,
            };
            (name, rule.keyword, value)
        })
    }
    of("string", TEXT)
        .chain(of("number", NUMBER))
        .chain(of("integer", NUMBER))
        .chain(of("array", LIST))
        .chain(of("object", OBJECT))
}

#[test]
fn strict_definitions_keep_each_rule_or_say_that_it_is_lost() {
    for dialect in [
        Dialect::OpenAiChat,
        Dialect::OpenAiResponses,
        Dialect::Anthropic,
        Dialect::Bedrock,
        Dialect::GeminiOpenApi,
    ] {
        for (name, keyword, value) in examples() {
            let more = match name {
                "object" => r#","properties":{},"additionalProperties":false"#,
                "array" => r#","items":{"type":"string"}"#,
                _ => "",
            };
            let schema = format!(
                r#"{{"type":"object","properties":{{"a":{{"type":"{name}","{keyword}":{value}{more}}}}},"required":["a"],"additionalProperties":false}}"#
            );
            let rewritten = Rewritten::new(&schema, dialect).expect(&schema);
            let is_kept = rewritten
                .schema()
                .to_text()
                .contains(&format!("\"{keyword}\":"));
            let is_told = rewritten.loosened().any(|lost| lost == keyword);
            assert!(
                is_kept || is_told,
                "{dialect:?}: {keyword} of a {name} is lost"
            );
        }
    }
}
