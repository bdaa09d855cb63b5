//! The weather of a made-up service: it is always the same.

use toolc_runtime::ToolFailure;

/// A place and its measurements.
pub struct Place {
    name: &'static str,
    celsius: f64,
    /// How much warmer each day is than the previous one.
    trend: f64,
    pub summary: &'static str,
}

/// The lowest and the highest temperature of a day, in degrees Celsius.
pub struct Day {
    pub low: f64,
    pub high: f64,
}

const PLACES: [Place; 3] = [
    Place {
        name: "Lyon",
        celsius: 21.5,
        trend: 0.5,
        summary: "clear",
    },
    Place {
        name: "Oslo",
        celsius: -3.0,
        trend: -1.0,
        summary: "snow",
    },
    Place {
        name: "Quito",
        celsius: 14.0,
        trend: 0.0,
        summary: "rain",
    },
];

/// The place with this name. The model is told about errors that it can correct, and nothing about others.
pub fn place(name: &str) -> Result<&'static Place, ToolFailure> {
    let wanted = name.split(',').next().unwrap_or(name).trim();
    let found = PLACES
        .iter()
        .find(|place| place.name.eq_ignore_ascii_case(wanted));
    found.ok_or_else(|| {
        let known = PLACES.map(|place| place.name).join(", ");
        ToolFailure::user(
            "UNKNOWN_PLACE",
            format!("there is no such place, known are {known}"),
        )
    })
}

impl Place {
    pub fn celsius(&self) -> f64 {
        self.celsius
    }

    pub fn fahrenheit(&self) -> f64 {
        self.celsius * 1.8 + 32.0
    }

    pub fn day(&self, day: i64) -> Day {
        let middle = self.celsius + self.trend * day as f64;
        Day {
            low: middle - 4.0,
            high: middle + 4.0,
        }
    }
}
