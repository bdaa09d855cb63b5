use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shop_types::Whole;

/// A type of another crate.
#[derive(Deserialize, JsonSchema)]
pub struct Pay {
    /// How much.
    pub amount: money::Amount,
    /// In which currency.
    pub currency: money::Currency,
}

pub fn pay(args: Pay) {}

#[derive(Deserialize, JsonSchema)]
pub struct Page<T> {
    /// What to find.
    pub filter: T,
}

/// A generic type.
#[derive(Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
pub struct Find {
    /// The page.
    pub page: Page<String>,
}

pub fn page(args: Find) {}

colours! { Colour }

/// What a macro makes.
#[derive(Deserialize, JsonSchema)]
pub struct Mark {
    /// The colour.
    pub colour: Colour,
}

/// What a macro makes, in a result.
#[derive(Serialize, JsonSchema)]
pub struct Marked {
    /// The colour.
    pub colour: Colour,
}

pub fn mark(args: Mark) -> Marked {}

/// A struct of another module.
pub fn elsewhere(args: crate::shared::Move) {}

/// A struct of another crate.
pub fn whole(args: Whole) {}

/// Its schema is there.
#[derive(Deserialize, JsonSchema)]
pub struct Known {
    /// How much.
    pub amount: money::Amount,
}

pub fn known(args: Known) {}
