//! The keywords that only apply to one type.

use super::id::SchemaId;
use super::rare::Keywords;
use crate::schema::pattern::Pattern;
use crate::schema::shape::{ListLimits, Number, ObjectLimits, Text};

impl Keywords for Text {
    const NONE: &'static Self = &Text::NONE;
}

impl Keywords for Number {
    const NONE: &'static Self = &Number::NONE;
}

/// Keywords for arrays.
#[derive(Debug, Clone, Default)]
pub struct ListKeywords {
    /// `prefixItems`
    pub prefix: Vec<SchemaId>,
    /// `items`
    pub items: Option<SchemaId>,
    /// Rules on the array as a whole.
    pub limits: ListLimits,
    /// `contains`
    pub contains: Option<Contains>,
}

impl Keywords for ListKeywords {
    const NONE: &'static Self = &ListKeywords {
        prefix: Vec::new(),
        items: None,
        limits: ListLimits::NONE,
        contains: None,
    };
}

/// `contains` with its limits.
#[derive(Debug, Clone, Copy)]
pub struct Contains {
    /// The schema of the items to count.
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
    /// Rules on the object as a whole.
    pub limits: ObjectLimits,
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
        limits: ObjectLimits::NONE,
        dependent_required: Vec::new(),
        dependent_schemas: Vec::new(),
    };
}
