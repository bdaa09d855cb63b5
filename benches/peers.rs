//! The argument structs with serde's derive. They check nothing, so they are the lower bound for reading.
#![expect(dead_code, reason = "what is read is dropped, as in every contestant")]

mod layout;
mod published;

pub use layout::*;
pub use published::*;

use serde::Deserialize;

#[derive(Deserialize)]
pub struct A {
    location: String,
    unit: Unit,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(Deserialize)]
pub struct B {
    owner: String,
    repo: String,
    title: TextOrInteger,
    body: Option<String>,
    assignee: Option<String>,
    milestone: Option<TextOrInteger>,
    labels: Option<Vec<String>>,
    assignees: Option<Vec<String>>,
    priority: Option<i64>,
    draft: Option<bool>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TextOrInteger {
    Integer(i64),
    Text(String),
}

#[derive(Deserialize)]
pub struct C {
    order_id: String,
    currency: Currency,
    issued_at: String,
    customer: Customer,
    lines: Vec<Line>,
    notes: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Currency {
    Eur,
    Usd,
    Gbp,
    Jpy,
    Chf,
}

#[derive(Deserialize)]
struct Customer {
    id: String,
    name: String,
    email: String,
    address: Address,
}

#[derive(Deserialize)]
struct Address {
    street: String,
    city: String,
    zip: String,
    country: Country,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Country {
    De,
    Fr,
    Us,
    Gb,
    Jp,
    Ch,
}

#[derive(Deserialize)]
struct Line {
    sku: String,
    description: String,
    quantity: i64,
    unit_price: f64,
    tax: Tax,
    discount: Option<f64>,
    ship_date: Option<String>,
    tags: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Tax {
    Standard,
    Reduced,
    Zero,
}

#[derive(Deserialize)]
pub struct D {
    path: String,
    content: String,
    create_dirs: Option<bool>,
}
