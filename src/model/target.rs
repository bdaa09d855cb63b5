//! Noun: who is shown definitions, and the rules that they have there. A rule rests on what others
//! publish or do, so each says who, when that was checked, and what comes of breaking it.

pub use toolc_runtime::Target;

/// What a rule rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The documentation says it.
    Documented,
    /// The official library holds to it.
    Sdk,
    /// Answers of the service show it.
    Observed,
}

/// What is done about a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Definitions that break it are an error where the target is one of `targets`, or exported to.
    Refused,
    /// Definitions are written so that they keep it; what they accept is the same.
    Rewritten,
}

/// One rule of a target.
#[derive(Debug)]
pub struct Rule {
    /// Whose rule it is.
    pub target: Target,
    /// What must be so.
    pub says: &'static str,
    /// Keywords that are not allowed at the root of an input schema.
    pub refused_at_root: &'static [&'static str],
    /// What it rests on.
    pub status: Status,
    /// Who says so.
    pub source: &'static str,
    /// When that was read.
    pub checked: &'static str,
    /// What is done about it.
    pub effect: Effect,
}

const REWRITTEN: Rule = Rule {
    target: Target::Mcp,
    says: "",
    refused_at_root: &[],
    status: Status::Documented,
    source: "",
    checked: "2026-11-22",
    effect: Effect::Rewritten,
};

const REFUSED: Rule = Rule {
    effect: Effect::Refused,
    ..REWRITTEN
};

/// The rules that exported definitions keep; `docs/exports.md` shows them.
pub const RULES: &[Rule] = &[
    Rule {
        target: Target::OpenAi,
        says: "an input schema has `type: object` at its root",
        status: Status::Observed,
        source: "langchain-ai/langchainjs#9804",
        ..REWRITTEN
    },
    Rule {
        target: Target::OpenAi,
        says: "an input schema has `properties` at its root",
        status: Status::Observed,
        source: "openai/openai-agents-python#454",
        ..REWRITTEN
    },
    Rule {
        target: Target::OpenAi,
        says: "a schema of arrays has `items`",
        status: Status::Observed,
        source: "spacelift-io/spacectl#402, openai/openai-agents-python#392",
        ..REWRITTEN
    },
    Rule {
        target: Target::OpenAi,
        says: "`anyOf`, `oneOf`, `allOf`, `enum` and `not` are not allowed at the root of an input schema",
        refused_at_root: &["anyOf", "oneOf", "allOf", "enum", "not"],
        status: Status::Observed,
        source: "langchain-ai/langchainjs#9804",
        ..REFUSED
    },
    Rule {
        target: Target::OpenAi,
        says: "`strict` is written, for what its absence means differs between the APIs",
        source: "npm openai 7.57.0, `FunctionTool.strict`",
        status: Status::Sdk,
        ..REWRITTEN
    },
    Rule {
        target: Target::OpenAiResponses,
        says: "a function has its fields beside `type`, not under `function`",
        status: Status::Observed,
        source: "microsoft/autogen#6935",
        ..REWRITTEN
    },
    Rule {
        target: Target::OpenAiNamespaces,
        says: "a namespace has a description",
        status: Status::Sdk,
        source: "npm openai 7.57.0, `NamespaceTool`",
        ..REWRITTEN
    },
    Rule {
        target: Target::Anthropic,
        says: "an input schema has `type: object` at its root",
        status: Status::Sdk,
        source: "npm @anthropic-ai/sdk 1.12.0, `Tool.InputSchema`",
        ..REWRITTEN
    },
    Rule {
        target: Target::Anthropic,
        says: "`anyOf`, `oneOf` and `allOf` are not allowed at the root of an input schema",
        refused_at_root: &["anyOf", "oneOf", "allOf"],
        status: Status::Observed,
        source: "anthropics/claude-code#40075",
        ..REFUSED
    },
    Rule {
        target: Target::Gemini,
        says: "a JSON Schema is under `parametersJsonSchema`; `parameters` takes a part of OpenAPI's, \
               without type lists, `$ref`, `const`, `additionalProperties`",
        source: "npm @google/genai 3.1.0, `FunctionDeclaration`, `Schema`",
        ..REWRITTEN
    },
    Rule {
        target: Target::Gemini,
        says: "the schema under `parametersJsonSchema` describes an object",
        source: "npm @google/genai 3.1.0, `FunctionDeclaration`",
        ..REWRITTEN
    },
    Rule {
        target: Target::Mcp,
        says: "an input schema has `type: object` at its root",
        source: "MCP 2025-11-25 and 2026-07-28, `Tool`",
        ..REWRITTEN
    },
    Rule {
        target: Target::Mcp,
        says: "an output schema has `type: object` at its root (until 2026-07-28)",
        source: "MCP 2025-11-25, `Tool`; SEP-2106",
        ..REWRITTEN
    },
    Rule {
        target: Target::Mcp,
        says: "a schema under the `properties` of a root is not `true` or `false`",
        status: Status::Sdk,
        source: "npm @modelcontextprotocol/sdk 1.32.2, `ToolSchema`",
        ..REWRITTEN
    },
];

/// The first of some keywords that a target refuses at the root of an input schema.
pub fn find_refused<'k>(target: Target, keywords: &[&'k str]) -> Option<&'k str> {
    let rules = || RULES.iter().filter(|rule| rule.target == provider(target));
    let refused = |keyword: &str| rules().any(|rule| rule.refused_at_root.contains(&keyword));
    keywords.iter().copied().find(|keyword| refused(keyword))
}

/// Whose rules on schemas hold: OpenAI has the same for both of its interfaces.
fn provider(target: Target) -> Target {
    match target {
        Target::OpenAiResponses | Target::OpenAiNamespaces => Target::OpenAi,
        target => target,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_about_exports_has_every_rule() {
        let page = include_str!("../../docs/exports.md");
        let shown = page
            .lines()
            .filter(|line| line.ends_with(" 2026-11-22 |"))
            .count();
        assert_eq!(shown, RULES.len());
        for rule in RULES {
            let row = format!(
                "| {} | {} | {} | {} | {} | {} |",
                rule.target.name(),
                rule.says,
                format!("{:?}", rule.effect).to_lowercase(),
                format!("{:?}", rule.status).to_lowercase(),
                rule.source,
                rule.checked
            );
            assert!(page.contains(&row), "docs/exports.md lacks\n{row}");
        }
    }
}
