//! Noun: export targets, and the rules for definitions there. The rules are data: `rules/` has a
//! file for each family of targets.

mod rules;

pub use rules::{Check, Effect, Names, Obstacle, RULES, Rule, Status};
pub use toolc_runtime::Target as Form;
use toolc_runtime::strict::Dialect;

/// An export target for definitions.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name in `targets:` and on the command line.
    pub name: &'static str,
    /// Another name.
    pub alias: Option<&'static str>,
    /// The format of its definitions.
    pub form: Form,
    /// The subset of JSON Schema that it takes, if it does not take all of it.
    pub dialect: Option<Dialect>,
    /// Whether results are shown as they are even if they are not objects.
    pub any_result: bool,
}

const fn whole(name: &'static str, form: Form) -> Target {
    Target {
        name,
        alias: None,
        form,
        dialect: None,
        any_result: false,
    }
}

const fn part(name: &'static str, form: Form, dialect: Dialect) -> Target {
    Target {
        name,
        alias: None,
        form,
        dialect: Some(dialect),
        any_result: false,
    }
}

const fn known_as(target: Target, alias: &'static str) -> Target {
    Target {
        alias: Some(alias),
        ..target
    }
}

const fn with_any_result(target: Target) -> Target {
    Target {
        any_result: true,
        ..target
    }
}

/// Every target.
pub const TARGETS: &[Target] = &[
    known_as(whole("openai", Form::OpenAi), "openai-chat"),
    known_as(
        part("openai-strict", Form::OpenAi, Dialect::OpenAiChat),
        "openai-chat-strict",
    ),
    whole("openai-responses", Form::OpenAiResponses),
    part(
        "openai-responses-strict",
        Form::OpenAiResponses,
        Dialect::OpenAiResponses,
    ),
    whole("openai-namespaces", Form::OpenAiNamespaces),
    whole("azure-openai", Form::OpenAi),
    part("azure-openai-strict", Form::OpenAi, Dialect::OpenAiChat),
    whole("anthropic", Form::Anthropic),
    part("anthropic-strict", Form::Anthropic, Dialect::Anthropic),
    whole("bedrock", Form::Bedrock),
    part("bedrock-strict", Form::Bedrock, Dialect::Bedrock),
    known_as(whole("gemini", Form::Gemini), "gemini-json"),
    part("gemini-openapi", Form::Gemini, Dialect::GeminiOpenApi),
    whole("gemini-interactions", Form::GeminiInteractions),
    whole("mistral", Form::Mistral),
    whole("mcp", Form::Mcp),
    whole("mcp-2025-06-18", Form::Mcp),
    whole("mcp-2025-11-25", Form::Mcp),
    with_any_result(whole("mcp-2026-07-28", Form::Mcp)),
    whole("openai-apps", Form::Mcp),
    whole("llguidance", Form::OpenAi),
    whole("generic", Form::Mcp),
];

/// What people call providers: how the name begins, and the target.
const MEANT: &[(&str, &str)] = &[
    ("claude", "anthropic"),
    ("chatgpt", "openai"),
    ("gpt", "openai"),
    ("codex", "openai-responses"),
    ("azure", "azure-openai"),
    ("aws", "bedrock"),
    ("amazon", "bedrock"),
    ("converse", "bedrock"),
    ("google", "gemini"),
    ("vertex", "gemini"),
    ("vertexai", "gemini"),
    ("modelcontextprotocol", "mcp"),
];

impl Target {
    /// The target with this name or alias.
    pub fn named(name: &str) -> Option<&'static Target> {
        let is_named = |target: &&Target| target.name == name || target.alias == Some(name);
        TARGETS.iter().find(is_named)
    }

    /// The target for which a name of a model, a product or a company stands.
    pub fn meant(name: &str) -> Option<&'static str> {
        let name = name.to_ascii_lowercase();
        let mut known = MEANT.iter();
        let row = known.find(|(start, _)| {
            let rest = name.strip_prefix(start);
            rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
        });
        row.map(|(_, target)| *target)
    }

    /// All names, followed by the aliases.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let own = TARGETS.iter().map(|target| target.name);
        own.chain(TARGETS.iter().filter_map(|target| target.alias))
    }

    /// Its rules.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        let name = self.name;
        RULES
            .iter()
            .filter(move |rule| rule.targets.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_is_of_a_target_and_says_where_it_is_from() {
        for rule in RULES.iter() {
            for name in &rule.targets {
                let target = Target::named(name).map(|target| target.name);
                assert_eq!(target, Some(*name), "{}", rule.says);
            }
            let is_whole = !rule.says.is_empty() && !rule.source.is_empty();
            assert!(is_whole && !rule.targets.is_empty(), "{rule:?}");
            assert_eq!(rule.checked.len(), 10, "{}", rule.says);
            let is_kept = rule.effect == Effect::Rewritten;
            assert!(is_kept || rule.check != Check::None, "{}", rule.says);
        }
        for target in TARGETS {
            assert!(target.rules().count() > 0, "{} has no rules", target.name);
        }
    }

    #[test]
    fn names_are_told_apart() {
        let names: BTreeSet<&str> = Target::names().collect();
        assert_eq!(names.len(), Target::names().count());
        for (start, target) in MEANT {
            assert!(names.contains(target) && !names.contains(start), "{start}");
        }
        for (name, target) in [
            ("claude", Some("anthropic")),
            ("claude-opus-4", Some("anthropic")),
            ("GPT-5", Some("openai")),
            ("gpt4o", Some("openai")),
            ("chatgpt", Some("openai")),
            ("vertex-ai", Some("gemini")),
            ("claudia", None),
            ("", None),
        ] {
            assert_eq!(Target::meant(name), target, "{name}");
        }
    }

    #[test]
    fn budgets_are_those_of_the_rules() {
        let budgets = TARGETS.iter().filter_map(|target| {
            let budget = target.dialect?.budget()?;
            Some((target, budget))
        });
        let mut count = 0;
        for (target, budget) in budgets {
            let rules: Vec<&Check> = target.rules().map(|rule| &rule.check).collect();
            for check in [
                Check::StrictTools(budget.tools),
                Check::Optional(budget.optional),
                Check::Unions(budget.unions),
            ] {
                assert!(rules.contains(&&check), "{}: {check:?}", target.name);
            }
            count += 1;
        }
        assert_eq!(count, 2);
    }
}
