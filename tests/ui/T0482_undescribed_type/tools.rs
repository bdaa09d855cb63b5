use serde::{Deserialize, Serialize};
use std::collections::HashMap;

#[derive(Deserialize)]
pub struct Elsewhere {
    /// A colour.
    pub colour: palette::Srgb,
    /// A name that nothing imports.
    pub map: BTreeMap<String, u8>,
}

pub fn elsewhere(args: Elsewhere) {}

#[derive(Deserialize)]
pub struct Pair<T> {
    /// The first.
    pub first: T,
}

#[derive(Deserialize)]
pub struct Generic {
    /// A pair.
    pub pair: Pair<u8>,
}

pub fn generic(args: Generic) {}

#[derive(Deserialize)]
pub struct Keys {
    /// Texts by number.
    pub texts: HashMap<u8, String>,
}

pub fn keys(args: Keys) {}

pub struct Underived {
    /// A number.
    pub n: u8,
}

pub fn underived(args: Underived) {}

#[derive(Deserialize)]
pub struct ByHand {
    /// A colour.
    pub colour: Colour,
}

pub struct Colour(u32);

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        todo!()
    }
}

pub fn by_hand(args: ByHand) {}

#[derive(Deserialize)]
pub struct Borrowed<'a> {
    /// A text.
    pub text: &'a str,
}

pub fn borrowed(args: Borrowed<'_>) {}

#[derive(Deserialize)]
pub struct Pointer {
    /// A function.
    pub function: fn(u8) -> u8,
}

pub fn pointer(args: Pointer) {}

#[derive(Deserialize)]
pub struct Length {
    /// Numbers.
    pub numbers: [u8; LENGTH],
}

pub fn length(args: Length) {}

pub fn hidden_error() -> crate::Answer {
    crate::answer()
}

type A = B;
type B = C;
type C = A;

#[derive(Deserialize)]
pub struct Deep {
    /// A name of a name.
    pub name: A,
}

pub fn deep(args: Deep) {}

#[derive(Deserialize)]
pub struct Macros {
    /// Made by a macro.
    pub made: make!(u8),
}

pub fn macros(args: Macros) {}

mod url {
    pub struct Url;
}

#[derive(Deserialize)]
pub struct Times {
    /// Which form it has depends on features.
    pub at: time::OffsetDateTime,
    /// The same, without a zone.
    pub day: Option<time::Date>,
    /// Its zone is looked up while the program runs.
    pub zoned: jiff::Zoned,
    /// Its zone is not known to serde.
    pub elsewhere: chrono::DateTime<chrono_tz::Tz>,
    /// Not the crate of this name.
    pub link: url::Url,
}

pub fn times(args: Times) {}

/// It may hold itself.
#[derive(Deserialize, Serialize)]
pub struct Circle {
    /// What is in it.
    pub inner: Option<Box<Circle>>,
}

/// Nothing is wrong with this one.
pub fn circle(args: Circle) -> Circle {
    args
}
