//! Noun: rules for numbers, and their limits.

use toolc_runtime::format::NumberFormat;
use toolc_runtime::schema as table;

/// Rules for numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Number {
    /// `minimum`
    pub minimum: Option<Bound>,
    /// `maximum`
    pub maximum: Option<Bound>,
    /// `exclusiveMinimum`
    pub exclusive_minimum: Option<Bound>,
    /// `exclusiveMaximum`
    pub exclusive_maximum: Option<Bound>,
    /// `multipleOf`
    pub multiple_of: Option<String>,
    /// The least and the greatest value that `enum` and `const` leave, where all are whole. It only
    /// chooses the type: a rule of its own says which values there are.
    pub values: Option<(i128, i128)>,
    /// Whether `format: int32` stands there, also beside closer limits. It only chooses the type.
    pub is_int32: bool,
    /// `format`, where its limits are among the ones above.
    pub format: Option<NumberFormat>,
}

impl Number {
    /// What these rules say beside their format.
    pub fn without_format(&self) -> Number {
        let Some(format) = self.format else {
            return self.clone();
        };
        let (least, greatest) = format_limits(format);
        Number {
            minimum: self.minimum.filter(|bound| *bound != least),
            maximum: self.maximum.filter(|bound| *bound != greatest),
            format: None,
            ..self.clone()
        }
    }

    /// These rules under a format. One that they imply says nothing.
    pub fn with_format(self, format: NumberFormat) -> Number {
        let (least, greatest) = format_limits(format);
        let low = [self.minimum, self.exclusive_minimum];
        let high = [self.maximum, self.exclusive_maximum];
        let bounded = low.iter().flatten().any(|bound| !least.exceeds(*bound));
        let limited = high.iter().flatten().any(|bound| !bound.exceeds(greatest));
        Number {
            minimum: if bounded { self.minimum } else { Some(least) },
            maximum: if limited {
                self.maximum
            } else {
                Some(greatest)
            },
            format: (!bounded || !limited).then_some(format),
            is_int32: format == NumberFormat::Int32,
            ..self
        }
    }
}

fn format_limits(format: NumberFormat) -> (Bound, Bound) {
    let bound = |bound| match bound {
        table::Bound::Int(value) => Bound::Int(value),
        table::Bound::Big(value) => Bound::Big(value),
        table::Bound::Float(value) => Bound::Float(value),
    };
    let (least, greatest) = format.limits();
    (bound(least), bound(greatest))
}

/// A limit.
#[derive(Debug, Clone, Copy)]
pub enum Bound {
    /// A whole number within 64 bits.
    Int(i64),
    /// A whole number beyond that.
    Big(i128),
    /// Any other.
    Float(f64),
}

impl Bound {
    /// The value of a JSON number.
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(value) = text.parse() {
            return Some(Bound::Int(value));
        }
        if let Ok(value) = text.parse() {
            return Some(Bound::Big(value));
        }
        let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
        let whole = value as i64;
        let exact = value.fract() == 0.0 && value.abs() < 9.2e18;
        Some(if exact {
            Bound::Int(whole)
        } else {
            Bound::Float(value)
        })
    }

    /// The value, rounded.
    pub fn as_f64(self) -> f64 {
        match self {
            Bound::Int(value) => value as f64,
            Bound::Big(value) => value as f64,
            Bound::Float(value) => value,
        }
    }

    /// Whether this is the greater one.
    pub fn exceeds(self, other: Bound) -> bool {
        match (self.whole(), other.whole()) {
            (Some(own), Some(other)) => own > other,
            _ => self.as_f64() > other.as_f64(),
        }
    }

    fn whole(self) -> Option<i128> {
        match self {
            Bound::Int(value) => Some(i128::from(value)),
            Bound::Big(value) => Some(value),
            Bound::Float(_) => None,
        }
    }

    fn key(self) -> (Option<i128>, u64) {
        match self {
            Bound::Float(value) => (None, value.to_bits()),
            _ => (self.whole(), 0),
        }
    }
}

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Bound {}

impl std::hash::Hash for Bound {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
