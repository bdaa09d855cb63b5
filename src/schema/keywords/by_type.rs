//! The keywords that are for values of one type.

use super::{Keywords, SchemaId};
use crate::schema::path::PathRule;
use crate::schema::pattern::Pattern;
use crate::schema::shape::Bound;
use toolc_runtime::format::{Format, NumberFormat};

/// Keywords for strings.
#[derive(Debug, Clone, Default)]
pub struct TextKeywords {
    /// `minLength`
    pub min_length: u64,
    /// `maxLength`
    pub max_length: Option<u64>,
    /// `pattern`
    pub pattern: Option<Pattern>,
    /// `format`
    pub format: Option<Format>,
    /// `x-path`
    pub path: Option<PathRule>,
}

impl Keywords for TextKeywords {
    const NONE: &'static Self = &TextKeywords {
        min_length: 0,
        max_length: None,
        pattern: None,
        format: None,
        path: None,
    };
}

/// Keywords for numbers.
#[derive(Debug, Clone, Default)]
pub struct NumberKeywords {
    /// `minimum`
    pub minimum: Option<Bound>,
    /// `maximum`
    pub maximum: Option<Bound>,
    /// `exclusiveMinimum`
    pub exclusive_minimum: Option<Bound>,
    /// `exclusiveMaximum`
    pub exclusive_maximum: Option<Bound>,
    /// `multipleOf`, as the schema has it.
    pub multiple_of: Option<String>,
    /// `format`
    pub format: Option<NumberFormat>,
    /// The least and the greatest value that `enum` and `const` leave, where all are whole.
    pub values: Option<(i128, i128)>,
}

impl Keywords for NumberKeywords {
    const NONE: &'static Self = &NumberKeywords {
        minimum: None,
        maximum: None,
        exclusive_minimum: None,
        exclusive_maximum: None,
        multiple_of: None,
        format: None,
        values: None,
    };
}

/// Keywords for arrays.
#[derive(Debug, Clone, Default)]
pub struct ListKeywords {
    /// `prefixItems`
    pub prefix: Vec<SchemaId>,
    /// `items`
    pub items: Option<SchemaId>,
    /// `minItems`
    pub min_items: u64,
    /// `maxItems`
    pub max_items: Option<u64>,
    /// `uniqueItems`
    pub unique: bool,
    /// `contains`
    pub contains: Option<Contains>,
}

impl Keywords for ListKeywords {
    const NONE: &'static Self = &ListKeywords {
        prefix: Vec::new(),
        items: None,
        min_items: 0,
        max_items: None,
        unique: false,
        contains: None,
    };
}

/// `contains` with its limits.
#[derive(Debug, Clone, Copy)]
pub struct Contains {
    /// What is counted.
    pub schema: SchemaId,
    /// `minContains`
    pub min: u64,
    /// `maxContains`
    pub max: Option<u64>,
}

/// Keywords for objects.
#[derive(Debug, Clone, Default)]
pub struct ObjectKeywords {
    /// `properties`
    pub properties: Vec<(String, SchemaId)>,
    /// `required`
    pub required: Vec<String>,
    /// `patternProperties`
    pub patterns: Vec<(Pattern, SchemaId)>,
    /// `additionalProperties`
    pub additional: Option<SchemaId>,
    /// `propertyNames`
    pub names: Option<SchemaId>,
    /// `minProperties`
    pub min_properties: u64,
    /// `maxProperties`
    pub max_properties: Option<u64>,
    /// `dependentRequired`
    pub dependent_required: Vec<(String, Vec<String>)>,
    /// `dependentSchemas`
    pub dependent_schemas: Vec<(String, SchemaId)>,
}

impl Keywords for ObjectKeywords {
    const NONE: &'static Self = &ObjectKeywords {
        properties: Vec::new(),
        required: Vec::new(),
        patterns: Vec::new(),
        additional: None,
        names: None,
        min_properties: 0,
        max_properties: None,
        dependent_required: Vec::new(),
        dependent_schemas: Vec::new(),
    };
}
