//! Noun: the parts of a value that are shown.

use crate::model::rule::Step;

/// The parts of a value that are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Projection {
    /// All of it.
    Whole,
    /// Nothing of it: the property or item is left out.
    Nothing,
    /// Of an object some properties, of a list something of each item. A value without parts is shown.
    Parts(Box<Parts>),
}

/// The parts of an object or a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// Properties by name.
    pub fields: Vec<(String, Projection)>,
    /// Every other property, and every item of a list.
    pub each: Projection,
}

/// The rest of a pointer.
type Steps<'s> = &'s [Step];

impl Projection {
    /// Only what the pointers lead to.
    pub fn keep(pointers: &[Steps<'_>]) -> Self {
        Self::build(pointers, Projection::Whole, Projection::Nothing)
    }

    /// Everything but what the pointers lead to.
    pub fn drop(pointers: &[Steps<'_>]) -> Self {
        Self::build(pointers, Projection::Nothing, Projection::Whole)
    }

    /// What the pointers lead to is the one, and what none leads to the other.
    fn build(pointers: &[Steps<'_>], there: Projection, elsewhere: Projection) -> Self {
        if pointers.iter().any(|steps| steps.is_empty()) {
            return there;
        }
        if pointers.is_empty() {
            return elsewhere;
        }
        let below = |key: Option<&str>| {
            let steps = pointers.iter().filter_map(|steps| {
                let (first, rest) = steps.split_first()?;
                let leads = match first {
                    Step::Key(name) => key == Some(name),
                    Step::Every | Step::Some => true,
                };
                leads.then_some(rest)
            });
            let steps: Vec<Steps<'_>> = steps.collect();
            Self::build(&steps, there.clone(), elsewhere.clone())
        };
        let mut fields: Vec<(String, Projection)> = Vec::new();
        for steps in pointers {
            if let Some(Step::Key(name)) = steps.first()
                && fields.iter().all(|(known, _)| known != name)
            {
                fields.push((name.clone(), below(Some(name))));
            }
        }
        Self::of_parts(fields, below(None))
    }

    /// Properties of an object, and everything else: fields that are shown like everything else need no names.
    fn of_parts(mut fields: Vec<(String, Projection)>, each: Projection) -> Self {
        fields.retain(|(_, shown)| *shown != each);
        match each {
            Projection::Whole if fields.is_empty() => Projection::Whole,
            each => Projection::Parts(Box::new(Parts { fields, each })),
        }
    }

    /// What both show.
    #[must_use]
    pub fn and(self, other: Projection) -> Self {
        let (one, other) = match (self, other) {
            (Projection::Nothing, _) | (_, Projection::Nothing) => return Projection::Nothing,
            (Projection::Whole, shown) | (shown, Projection::Whole) => return shown,
            (Projection::Parts(one), Projection::Parts(other)) => (one, other),
        };
        let mut names: Vec<&String> = one.fields.iter().map(|(name, _)| name).collect();
        for (name, _) in &other.fields {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let fields = names.into_iter().map(|name| {
            let shown = one.of_field(name).clone().and(other.of_field(name).clone());
            (name.clone(), shown)
        });
        Self::of_parts(fields.collect(), one.each.clone().and(other.each.clone()))
    }

    /// What is shown of the property with this name.
    pub fn of_field(&self, name: &str) -> &Projection {
        match self {
            Projection::Parts(parts) => parts.of_field(name),
            other => other,
        }
    }

    /// What is shown of each item of a list, and of each property that has no name of its own.
    pub fn of_each(&self) -> &Projection {
        match self {
            Projection::Parts(parts) => &parts.each,
            other => other,
        }
    }
}

impl Parts {
    fn of_field(&self, name: &str) -> &Projection {
        let mut fields = self.fields.iter();
        let field = fields.find(|(field, _)| field == name);
        field.map_or(&self.each, |(_, shown)| shown)
    }
}
