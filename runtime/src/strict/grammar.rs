//! The parts of JSON Schema that providers take where they hold a model to a schema, or read schemas in
//! a language of their own. `rules/` of the compiler has the sources of each.

use crate::definition::Target;

/// Who takes only a part of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Strict functions of OpenAI Chat Completions, and of Azure OpenAI.
    OpenAiChat,
    /// Strict functions of OpenAI Responses.
    OpenAiResponses,
    /// Strict tools of Anthropic.
    Anthropic,
    /// Strict tools of Amazon Bedrock, by the rules of Anthropic.
    Bedrock,
    /// `parameters` of Gemini, a part of the schema of OpenAPI 3.0.
    GeminiOpenApi,
}

/// How much one request may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Tools that are strict.
    pub tools: usize,
    /// Their properties that may be absent.
    pub optional: usize,
    /// Their schemas with alternatives or several types.
    pub unions: usize,
}

/// What schemas may say.
#[derive(Debug)]
pub(super) struct Grammar {
    /// Objects have no keys but those that are named.
    pub closes: bool,
    /// Every property is required; `null` stands for one that is absent.
    pub requires_all: bool,
    /// Schemas may refer to `$defs`.
    pub refers: bool,
    /// Schemas may refer to themselves.
    pub recurses: bool,
    /// Types in capitals, `nullable` in place of the type `null`, and values to choose from are text.
    pub is_openapi: bool,
    /// Keywords of scalars and arrays that hold.
    pub keywords: &'static [&'static str],
    /// Formats that hold.
    pub formats: &'static [&'static str],
    /// The largest `minItems`.
    pub most_min_items: u64,
}

const OPENAI: Grammar = Grammar {
    closes: true,
    requires_all: true,
    refers: true,
    recurses: true,
    is_openapi: false,
    keywords: &[
        "pattern",
        "format",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
    ],
    formats: &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ],
    most_min_items: u64::MAX,
};

const ANTHROPIC: Grammar = Grammar {
    closes: true,
    requires_all: false,
    refers: true,
    recurses: false,
    is_openapi: false,
    // whether `pattern` is taken is disputed, so it is told in words
    keywords: &["format", "minItems"],
    formats: &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ],
    most_min_items: 1,
};

const GEMINI: Grammar = Grammar {
    closes: false,
    requires_all: false,
    refers: false,
    recurses: false,
    is_openapi: true,
    keywords: &[
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "format",
        "minItems",
        "maxItems",
    ],
    formats: &["date-time"],
    most_min_items: u64::MAX,
};

impl Dialect {
    /// The form of a definition that has such a schema.
    pub fn target(self) -> Target {
        match self {
            Dialect::OpenAiChat => Target::OpenAi,
            Dialect::OpenAiResponses => Target::OpenAiResponses,
            Dialect::Anthropic => Target::Anthropic,
            Dialect::Bedrock => Target::Bedrock,
            Dialect::GeminiOpenApi => Target::Gemini,
        }
    }

    /// Whether a model is held to the schema.
    pub fn is_strict(self) -> bool {
        self != Dialect::GeminiOpenApi
    }

    /// What all strict tools of a request may have together.
    pub fn budget(self) -> Option<Budget> {
        matches!(self, Dialect::Anthropic | Dialect::Bedrock).then_some(Budget {
            tools: 20,
            optional: 24,
            unions: 16,
        })
    }

    pub(super) fn grammar(self) -> &'static Grammar {
        match self {
            Dialect::OpenAiChat | Dialect::OpenAiResponses => &OPENAI,
            Dialect::Anthropic | Dialect::Bedrock => &ANTHROPIC,
            Dialect::GeminiOpenApi => &GEMINI,
        }
    }
}
