//! Tools of the worker `calculator`. toolc reads this file: the documentation of a function is what
//! models are told, the fields of its struct are what they may say.

use crate::tools::custom::{PlanTripError, SendMoneyError};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use toolc_runtime::{Approval, Context, CustomTool, Failure, ToolFailure};

/// What is asked of `calculate_fibonacci`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fibonacci {
    /// Position in the sequence.
    #[cfg_attr(test, schemars(range(max = 93)))]
    pub n: u32,
}

/// Calculate the nth Fibonacci number.
pub fn calculate_fibonacci(args: Fibonacci) -> u64 {
    let (mut last, mut next) = (0_u64, 1_u64);
    for _ in 0..args.n {
        (last, next) = (next, last.saturating_add(next));
    }
    last
}

/// A unit of temperature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// As in most of the world.
    Celsius,
    /// As in the United States.
    Fahrenheit,
}

/// What is asked of `convert`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Conversion {
    /// The temperature.
    pub degrees: f64,
    /// Its unit.
    pub from_unit: Unit,
    /// The digits behind the point; all of them where nothing is said.
    #[serde(default)]
    #[cfg_attr(test, schemars(range(max = 9)))]
    pub digits: Option<u8>,
}

/// A temperature.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Temperature {
    /// How warm it is.
    pub degrees: f64,
    /// In which unit.
    pub unit: Unit,
    /// What else is to be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What can go wrong in `convert`.
#[derive(Debug)]
pub struct BelowZero;

impl fmt::Display for BelowZero {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("colder than the absolute zero")
    }
}

impl std::error::Error for BelowZero {}

/// Convert a temperature to the other unit.
pub fn convert(args: Conversion) -> Result<Temperature, BelowZero> {
    let (degrees, unit, zero) = match args.from_unit {
        Unit::Celsius => (args.degrees * 1.8 + 32.0, Unit::Fahrenheit, -273.15),
        Unit::Fahrenheit => ((args.degrees - 32.0) / 1.8, Unit::Celsius, -459.67),
    };
    if args.degrees < zero {
        return Err(BelowZero);
    }
    let note = args
        .digits
        .map(|digits| format!("rounded to {digits} digits"));
    let scale = 10_f64.powi(i32::from(args.digits.unwrap_or(9)));
    Ok(Temperature {
        degrees: (degrees * scale).round() / scale,
        unit,
        note,
    })
}

/// How somebody travels.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "by", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Leg {
    /// By train.
    Train {
        /// The number of the train.
        train_number: String,
    },
    /// On foot.
    Walk {
        /// How far, in kilometres.
        how_far: f32,
    },
    /// Not at all.
    Stay,
}

/// A stop on the way.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Stop {
    /// Where it is.
    #[cfg_attr(test, schemars(length(min = 1, max = 80)))]
    pub place: String,
    /// How one gets there.
    pub leg: Leg,
    /// What follows.
    #[serde(default)]
    pub then: Vec<Stop>,
}

/// What is asked of `plan_trip`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Trip {
    /// The first stop.
    pub first: Box<Stop>,
    /// Latitude and longitude of the start.
    pub start: (f64, f64),
    /// What to see, by place.
    #[serde(default)]
    pub sights: BTreeMap<String, Vec<String>>,
    /// Who comes along.
    #[serde(default)]
    pub people: BTreeSet<String>,
    /// Anything else.
    #[serde(flatten)]
    pub more: More,
}

/// What may be said about a trip beside its stops.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct More {
    /// The day on which it begins.
    #[cfg_attr(test, schemars(regex(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")))]
    pub day: Option<String>,
    /// How many days it takes.
    #[serde(rename = "type", default)]
    pub r#type: TripType,
}

/// What kind of trip it is.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TripType {
    /// For a day.
    #[default]
    DayTrip,
    /// For so many days.
    Days(u8),
}

/// Plan a trip, and count its stops.
pub async fn plan_trip(
    args: Trip,
    context: &Context,
) -> Result<BTreeMap<String, u64>, Failure<PlanTripError>> {
    fn count(stop: &Stop) -> u64 {
        1 + stop.then.iter().map(count).sum::<u64>()
    }
    if args.first.place == "nowhere" {
        return Err(PlanTripError::NoPlace.into());
    }
    let mut found = BTreeMap::new();
    found.insert("stops".to_owned(), count(&args.first));
    found.insert("people".to_owned(), args.people.len() as u64);
    let has_session = context.session().is_some();
    found.insert("sessions".to_owned(), u64::from(has_session));
    Ok(found)
}

/// Wait for something that never happens.
pub async fn wait() -> Result<(), ToolFailure> {
    std::future::pending().await
}

/// What can be picked.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Choice {
    /// By its number.
    Number(u8),
    /// By its name.
    Name(String),
    /// By several of either.
    Several(Vec<Choice>),
}

/// What is asked of `pick`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Pick {
    /// What to pick.
    pub choice: Choice,
    /// A letter.
    pub letter: char,
}

/// Pick something.
pub fn pick(args: Pick) -> Result<Choice, String> {
    match args.letter {
        'x' => Err(format!("the secret of {:?}", args.choice)),
        _ => Ok(args.choice),
    }
}

/// List the units that are known.
pub fn list_units() -> Vec<Unit> {
    vec![Unit::Celsius, Unit::Fahrenheit]
}

/// What is asked of `send_money`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Transfer {
    /// To whom.
    pub to: String,
    /// How much, in cents.
    pub cents: u64,
}

/// Send money to somebody.
pub struct SendMoney;

impl CustomTool for SendMoney {
    type Args = Transfer;
    type Output = String;

    const APPROVAL: Option<Approval> = Some(Approval::PreApproved);

    async fn call(args: Transfer, _: &Context) -> Result<String, ToolFailure> {
        if args.cents > 1_000_000 {
            return Err(SendMoneyError::Limit.into());
        }
        if args.to.is_empty() {
            // the list does not have it, so the model does not read it
            return Err(ToolFailure::user("NOBODY", "there is nobody of this name"));
        }
        Ok(format!("{} cents to {}", args.cents, args.to))
    }

    async fn needs_approval(args: &Transfer, _: &Context) -> Option<Approval> {
        (args.cents > 10_000).then_some(Approval::Ask)
    }
}
