use serde::Deserialize;

const TEN: u32 = 10;

fn ten() -> u32 {
    TEN
}

fn today() -> String {
    std::env::var("TODAY").unwrap_or_default()
}

fn language() -> String {
    "en".to_owned()
}

fn order() -> Order {
    Order::NewestFirst
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As they are.
    #[default]
    AsTheyAre,
    /// The newest first.
    NewestFirst,
}

#[derive(Deserialize, Default)]
pub struct Range {
    /// From here.
    pub from: u32,
}

#[derive(Deserialize)]
pub struct Search {
    /// A function computes it.
    #[serde(default = "today")]
    pub day: String,
    /// It is made elsewhere.
    #[serde(default = "crate::limits::results")]
    pub limit: u32,
    /// It has several parts.
    #[serde(default)]
    pub range: Range,
}

/// Search.
pub fn search(args: Search) -> u32 {
    0
}

#[derive(Deserialize)]
pub struct Shown {
    /// A constant.
    #[serde(default = "ten")]
    pub limit: u32,
    /// A literal.
    #[serde(default = "language")]
    pub language: String,
    /// A variant.
    #[serde(default = "order")]
    pub order: Order,
    /// The variant of the type.
    #[serde(default)]
    pub plain: Order,
    /// Nothing.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Said otherwise.
    #[serde(default = "today")]
    #[schemars(extend("default" = "2026-01-31"))]
    pub day: String,
}

/// Nothing is reported.
pub fn shown(args: Shown) -> u32 {
    0
}

#[derive(Deserialize)]
#[serde(default)]
pub struct Around {
    /// What an implementation says.
    pub page: u32,
}

impl Default for Around {
    fn default() -> Self {
        Around { page: 1 }
    }
}

/// Search.
pub fn around(args: Around) -> u32 {
    0
}
