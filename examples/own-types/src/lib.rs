//! A library of tools whose arguments have types of its own and of other crates.

#![deny(missing_docs)]

use std::fmt;
use std::str::FromStr;

toolc_runtime::include_tools!(pub);

/// An amount in the smallest unit of a currency. The schemas refer to it with `x-rust-type: "crate::Money"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Money {
    /// Cents, pence, or whatever the hundredth part is called.
    pub hundredths: u64,
    /// The three-letter code of ISO 4217.
    pub currency: String,
}

/// Why a text is not an amount.
#[derive(Debug, PartialEq, Eq)]
pub struct NoMoney;

impl FromStr for Money {
    type Err = NoMoney;

    fn from_str(text: &str) -> Result<Self, NoMoney> {
        let (number, currency) = text.split_once(' ').ok_or(NoMoney)?;
        let (whole, part) = number.split_once('.').unwrap_or((number, "00"));
        let hundredths = format!("{whole}{part}").parse().map_err(|_| NoMoney)?;
        Ok(Money {
            hundredths,
            currency: currency.to_owned(),
        })
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.hundredths / 100, self.hundredths % 100);
        write!(f, "{whole}.{part:02} {}", self.currency)
    }
}
