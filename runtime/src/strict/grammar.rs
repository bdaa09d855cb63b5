//! The subsets of JSON Schema that providers support in strict mode or in their own schema dialects. The
//! sources of each are in `crates/model/rules/` of the compiler.

use crate::definition::Target;

/// A provider API that supports only a subset of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Strict functions of OpenAI Chat Completions and of Azure OpenAI.
    OpenAiChat,
    /// Strict functions of OpenAI Responses.
    OpenAiResponses,
    /// Strict tools of Anthropic.
    Anthropic,
    /// Strict tools of Amazon Bedrock, with the rules of Anthropic.
    Bedrock,
    /// `parameters` of Gemini, a subset of OpenAPI 3.0 schemas.
    GeminiOpenApi,
}

/// The limits for one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The number of strict tools.
    pub tools: usize,
    /// The number of optional properties in them.
    pub optional: usize,
    /// The number of schemas in them with alternatives or several types.
    pub unions: usize,
}

/// What schemas may contain.
#[derive(Debug)]
pub(super) struct Grammar {
    /// Whether objects have no keys other than those that are named.
    pub closes: bool,
    /// Whether every property is required, and `null` stands for an absent one.
    pub requires_all: bool,
    /// Whether schemas may refer to `$defs`.
    pub refers: bool,
    /// Whether schemas may refer to themselves.
    pub recurses: bool,
    /// Whether types are in upper case, `nullable` replaces the type `null`, and all values of `enum` are
    /// strings, none of them empty.
    pub is_openapi: bool,
    /// Whether arrays and objects that may be `null` are alternatives instead of having two types.
    pub parts_plurals: bool,
    /// The keywords of scalars and arrays that are enforced.
    pub keywords: &'static [&'static str],
    /// The formats that are enforced.
    pub formats: &'static [&'static str],
    /// The largest `minItems` that is accepted.
    pub most_min_items: u64,
}

const OPENAI: Grammar = Grammar {
    closes: true,
    requires_all: true,
    refers: true,
    recurses: true,
    is_openapi: false,
    // Sources disagree about whether such an array may have two types.
    parts_plurals: true,
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
    parts_plurals: false,
    // Sources disagree about whether `pattern` is supported, so it is only put into the description.
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
    parts_plurals: false,
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
    /// The target that definitions with such a schema are written for.
    pub fn target(self) -> Target {
        match self {
            Dialect::OpenAiChat => Target::OpenAi,
            Dialect::OpenAiResponses => Target::OpenAiResponses,
            Dialect::Anthropic => Target::Anthropic,
            Dialect::Bedrock => Target::Bedrock,
            Dialect::GeminiOpenApi => Target::Gemini,
        }
    }

    /// The subset in which a target holds models to the form of a final answer, if it does not take all of JSON Schema
    /// there.
    pub fn of_answers(target: Target) -> Option<Dialect> {
        match target {
            // of what Mistral takes in strict schemas no list is published; this is the smallest subset
            Target::OpenAi | Target::Mistral => Some(Dialect::OpenAiChat),
            Target::OpenAiResponses | Target::OpenAiNamespaces => Some(Dialect::OpenAiResponses),
            Target::Anthropic => Some(Dialect::Anthropic),
            Target::Bedrock => Some(Dialect::Bedrock),
            Target::Gemini | Target::GeminiInteractions | Target::Mcp => None,
        }
    }

    /// Whether the provider holds the model to the schema.
    pub fn is_strict(self) -> bool {
        self != Dialect::GeminiOpenApi
    }

    /// The limits for all strict tools of a request together.
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
