//! What a value is and what limits it has, in a few words of documentation.

use super::integers::only_fits;
use super::kinds::Kind;
use super::plan::Plan;
use super::prose::code;
use crate::schema::shape::{Bound, Keyword, List, Number, Object, Shape, ShapeId, Text};

/// The longest enumeration or pattern that is shown.
const MAX_SHOWN: usize = 60;

/// How many arrays and alternatives within each other are put into words.
const MAX_NOUNS: u8 = 3;

impl Plan<'_> {
    /// What a value is: `a string`, `one of 12 strings`.
    pub fn noun(&self, id: ShapeId) -> String {
        self.noun_of(id, MAX_NOUNS)
    }

    fn noun_of(&self, id: ShapeId, levels: u8) -> String {
        match &self.form(id).shape {
            Shape::Any => "any JSON value".to_owned(),
            Shape::Never => "never there".to_owned(),
            Shape::Null => "`null`".to_owned(),
            Shape::Boolean => "true or false".to_owned(),
            Shape::Text(_) => "a string".to_owned(),
            Shape::Choice(values) => choice(values),
            Shape::Integer(_) => "an integer".to_owned(),
            Shape::Number(_) => "a number".to_owned(),
            Shape::List(list) => match self.array(list) {
                Kind::List(_) => "a list".to_owned(),
                Kind::Tuple(elements) => self.elements(elements, levels),
                _ => format!("a list that begins with {} values", list.prefix.len()),
            },
            Shape::Object(object) if object.fields.is_empty() => "a map".to_owned(),
            Shape::Object(_) => "an object".to_owned(),
            Shape::Nullable(inner) => format!("{} or `null`", self.noun_of(*inner, levels)),
            Shape::Union(_, branches) => match self.kind(id) {
                Kind::Json => format!("one of {} forms", branches.len()),
                _ => self.alternatives(branches, levels),
            },
            Shape::Complete(base, keywords) => {
                let always = keywords.iter().find_map(constant);
                always.unwrap_or_else(|| self.noun_of(*base, levels))
            }
        }
    }

    fn alternatives(&self, branches: &[ShapeId], levels: u8) -> String {
        let several = || format!("one of {} forms", branches.len());
        let Some(levels) = levels.checked_sub(1) else {
            return several();
        };
        let mut nouns: Vec<String> = Vec::new();
        for branch in branches {
            let noun = match self.base(*branch) {
                base if self.held(base).is_some() => "an object".to_owned(),
                base => self.noun_of(base, levels),
            };
            if !nouns.contains(&noun) {
                nouns.push(noun);
            }
        }
        let shown = nouns.join(" or ");
        match nouns.len() == branches.len() && shown.len() <= MAX_SHOWN {
            true => shown,
            false => several(),
        }
    }

    fn elements(&self, elements: &[ShapeId], levels: u8) -> String {
        let several = || format!("an array of {} values", elements.len());
        let Some(levels) = levels.checked_sub(1) else {
            return several();
        };
        let nouns = elements.iter().map(|id| self.noun_of(*id, levels));
        let nouns: Vec<String> = nouns.collect();
        let shown = format!("an array of {}", nouns.join(" and "));
        match shown.len() <= MAX_SHOWN {
            true => shown,
            false => several(),
        }
    }

    /// The limits that a value has: `1 to 20 characters`.
    pub fn limits(&self, id: ShapeId) -> Vec<String> {
        match &self.form(id).shape {
            Shape::Text(text) => text_limits(text),
            Shape::Integer(number) if only_fits(number) => Vec::new(),
            Shape::Integer(number) => number_limits(number),
            Shape::Number(number) => number_limits(&number.without_format()),
            Shape::List(list) => self.list_limits(list),
            Shape::Object(object) => object_limits(object),
            Shape::Nullable(inner) => self.limits(*inner),
            Shape::Complete(base, keywords) => {
                let mut limits = self.limits(*base);
                limits.extend(keywords.iter().filter_map(values));
                limits
            }
            _ => Vec::new(),
        }
    }

    fn list_limits(&self, list: &List) -> Vec<String> {
        let mut limits = Vec::new();
        if !matches!(self.array(list), Kind::Tuple(_)) {
            limits.extend(count(list.min_items, list.max_items, "item"));
        }
        limits.extend(list.unique.then(|| "no two equal".to_owned()));
        if list.prefix.is_empty() && matches!(self.kind(list.items), Kind::Leaf(_)) {
            let each = self.limits(list.items);
            limits.extend((!each.is_empty()).then(|| format!("each {}", each.join(", "))));
        }
        limits
    }
}

fn choice(values: &[String]) -> String {
    let shown: Vec<String> = values.iter().map(|value| code(value)).collect();
    match &shown[..] {
        [only] => format!("always {only}"),
        [before @ .., last] => {
            let text = format!("{} or {last}", before.join(", "));
            match text.len() <= MAX_SHOWN {
                true => text,
                false => format!("one of {} strings", values.len()),
            }
        }
        [] => String::new(),
    }
}

/// What a value always is.
fn constant(keyword: &Keyword) -> Option<String> {
    match keyword {
        Keyword::Enum(values) => match values.as_slice() {
            [only] if only.len() <= MAX_SHOWN => Some(format!("always {}", code(only))),
            _ => None,
        },
        _ => None,
    }
}

/// What `enum` leaves, where that is not the type itself.
fn values(keyword: &Keyword) -> Option<String> {
    let Keyword::Enum(values) = keyword else {
        return None;
    };
    let shown: Vec<String> = values.iter().map(|value| code(value)).collect();
    let text = format!("one of {}", shown.join(", "));
    (shown.len() > 1 && text.len() <= MAX_SHOWN).then_some(text)
}

fn text_limits(text: &Text) -> Vec<String> {
    let mut limits = Vec::new();
    limits.extend(
        text.format
            .map(|format| format!("format {}", code(format.0.name()))),
    );
    let path = text.path.as_ref();
    limits.extend(path.map(|path| format!("a path: {}", path.words())));
    limits.extend(count(text.min_length, text.max_length, "character"));
    let pattern = text.pattern.as_ref().map(|pattern| &pattern.source);
    let shown = pattern.filter(|source| source.len() <= MAX_SHOWN && !source.contains('`'));
    limits.extend(shown.map(|source| format!("matching {}", code(source))));
    limits
}

fn number_limits(number: &Number) -> Vec<String> {
    let say = |words: &str, bound: Option<Bound>| {
        bound.map(|bound| format!("{words} {}", decimal(bound)))
    };
    let above = say("more than", number.exclusive_minimum);
    let below = say("less than", number.exclusive_maximum);
    let mut limits: Vec<String> = match (number.minimum, number.maximum) {
        (Some(low), Some(high)) => {
            let range = format!("{} to {}", decimal(low), decimal(high));
            [Some(range), above, below].into_iter().flatten().collect()
        }
        (low, high) => [say("at least", low), above, say("at most", high), below]
            .into_iter()
            .flatten()
            .collect(),
    };
    let step = number.multiple_of.as_deref().filter(|step| *step != "1");
    limits.extend(step.map(|step| format!("a multiple of {step}")));
    limits
}

fn decimal(bound: Bound) -> String {
    match bound {
        Bound::Int(value) => value.to_string(),
        Bound::Big(value) => value.to_string(),
        Bound::Float(value) | Bound::Rounded(value) => format!("{value:?}"),
        Bound::Exact(_, text) => text.to_owned(),
    }
}

fn object_limits(object: &Object) -> Vec<String> {
    count(object.min_properties, object.max_properties, "key")
        .into_iter()
        .collect()
}

fn count(min: u64, max: Option<u64>, noun: &str) -> Option<String> {
    let many = |count: u64| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    match (min, max) {
        (0, None) => None,
        (min, None) => Some(format!("at least {}", many(min))),
        (0, Some(max)) => Some(format!("at most {}", many(max))),
        (min, Some(max)) if min == max => Some(format!("exactly {}", many(max))),
        (min, Some(max)) => Some(format!("{min} to {}", many(max))),
    }
}
