//! Repairs of arguments: what a row says about where a value of the wrong form can be read in one way only.

/// Where the arguments of a tool may be repaired, and which repairs its worker wants, in generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repairs {
    /// Whether a string that holds JSON is read as that JSON.
    pub text: bool,
    /// Whether a string that holds a number is read as that number.
    pub numbers: bool,
    /// Whether a single value is read as an array of it.
    pub lists: bool,
    /// Whether a string is read as the constant that differs from it only in the case of ASCII letters, or in white space around it.
    pub case: bool,
    /// The arguments, and the values within them.
    pub parts: &'static [RepairedPart],
}

/// What is known about a value. Others refer to it by its position; where no part is referred to, nothing is repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepairedPart {
    /// The JSON types that a valid value may have, a bit for each: null, boolean, number, string, array, object. That none
    /// has another type is proved.
    pub takes: u8,
    /// The only strings that may be valid; empty if others may be, too.
    pub strings: &'static [&'static str],
    /// The properties that are looked into; all of the object's if others are looked into as well.
    pub fields: &'static [RepairedField],
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
pub struct RepairedField {
    /// The key.
    pub name: &'static str,
    /// The part that its value is.
    pub within: Option<u32>,
}

/// A value that was read in another form than the one in which it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// JSON Pointer (RFC 6901) to the value as it was read. Long keys are cut, and invisible characters are escaped.
    pub pointer: String,
    /// How it was read.
    pub kind: RepairKind,
}

/// How a value of the wrong form was read: the words of `repair` in worker files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// A string as the JSON that it holds: an array, an object, `true`, `false` or `null`.
    Text,
    /// A string as the number that it holds.
    Numbers,
    /// A single value as an array of it.
    Lists,
    /// A string as the constant that differs from it only in case, or in white space around it.
    Case,
}

impl RepairKind {
    /// Every kind, in the order in which they are documented.
    pub const ALL: [RepairKind; 4] = [
        RepairKind::Text,
        RepairKind::Numbers,
        RepairKind::Lists,
        RepairKind::Case,
    ];

    /// Its word in worker files.
    pub fn name(self) -> &'static str {
        match self {
            RepairKind::Text => "text",
            RepairKind::Numbers => "numbers",
            RepairKind::Lists => "lists",
            RepairKind::Case => "case",
        }
    }
}
