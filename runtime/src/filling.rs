//! Defaults that calls are filled with: what a row says about them.

/// Which properties of the arguments get their defaults where a call leaves them out, in generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filling {
    /// The arguments, and the values within them that have such properties.
    pub parts: &'static [FilledPart],
}

/// What is filled in a value. Others refer to it by its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilledPart {
    /// The properties that are filled in, or looked into; all of the object's if others are looked into as well.
    pub fields: &'static [FilledField],
    /// The property that says which of several parts it is, and the parts by its values.
    pub tag: Option<(&'static str, &'static [(&'static str, u32)])>,
    /// The part that is each value under another key.
    pub rest: Option<u32>,
    /// The parts that are the first items.
    pub prefix: &'static [Option<u32>],
    /// The part that is each further item.
    pub items: Option<u32>,
}

/// A property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilledField {
    /// The key.
    pub name: &'static str,
    /// The default, as JSON.
    pub default: Option<&'static str>,
    /// The part that its value is.
    pub within: Option<u32>,
}
