use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "Snake")]
pub struct Send {
    /// To whom.
    #[serde(alias = "recipient")]
    pub to: String,
    /// When.
    #[serde(deserialize_with = "day")]
    pub day: String,
    /// Which day is meant.
    #[serde(with = "days")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub meant: Day,
    /// How.
    #[cfg_attr(test, schemars(rename = "manner"))]
    pub how: String,
}

pub fn send(args: Send) {}

#[derive(Deserialize)]
pub struct Flatten {
    /// Several.
    #[serde(flatten)]
    pub several: Vec<u8>,
    /// One of two.
    #[serde(flatten)]
    pub either: Either,
}

#[derive(Deserialize)]
#[serde(tag = "kind", try_from = "String")]
pub enum Either {
    /// A number.
    Number(u8),
    /// Whatever else.
    #[serde(other)]
    Other,
}

pub fn flatten(args: Flatten) {}

#[derive(Deserialize)]
pub struct Tag {
    /// One of two.
    pub either: Either,
}

pub fn tag(args: Tag) {}

#[derive(Deserialize)]
pub struct Conditional {
    /// Only there.
    #[cfg(unix)]
    pub there: u8,
    /// Sometimes another name.
    #[cfg_attr(feature = "short", serde(rename = "s"))]
    pub sometimes: u8,
}

pub fn conditional(args: Conditional) {}

#[derive(Deserialize)]
pub struct Twice {
    /// The first.
    pub name: u8,
    /// The second.
    #[serde(rename = "name")]
    pub second: u8,
}

pub fn twice(args: Twice) {}

#[derive(Deserialize)]
pub struct Rules {
    /// Up to a constant.
    #[schemars(range(min = 1, max = LIMIT))]
    pub number: u8,
    /// A text has no items.
    #[schemars(inner(length(min = 1)))]
    pub text: String,
    /// A number has no length.
    #[schemars(length(min = 1))]
    pub long: u8,
    /// A path that nothing confines.
    #[schemars(extend("x-path" = "read"))]
    pub path: String,
}

pub fn rules(args: Rules) {}
