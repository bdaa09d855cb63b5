//! Whether values of one shape are values of another: each pair is decided once.

use std::collections::HashMap;
use toolc_schema::schema::prove::discriminate::tell_apart;
use toolc_schema::schema::prove::example::{Example, Examples};
use toolc_schema::schema::shape::{Keyword, Shape, ShapeId, Shapes};
use toolc_schema::schema::unify::unify_shapes;

/// How much work all proofs may do together, which takes some seconds; what is left then is undecided.
const ALL_WORK: u32 = 1_000_000_000;

/// What is known about an output as an argument. Values are JSON texts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The argument takes every value of the output.
    Fits,
    /// It takes some.
    FitsSometimes {
        /// One that it takes.
        fits: String,
        /// One that it does not.
        does_not: String,
    },
    /// It takes none.
    Never,
    /// Not everything could be decided within the limits on work.
    Undecided {
        /// A value of the output that the argument takes, if one is known.
        fits: Option<String>,
        /// One that it does not take, if one is known.
        does_not: Option<String>,
    },
}

impl Verdict {
    /// The verdict, as it is written.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Fits => "fits",
            Verdict::FitsSometimes { .. } => "fits sometimes",
            Verdict::Never => "never",
            Verdict::Undecided { .. } => "undecided",
        }
    }
}

/// The number of a verdict in [`Verdicts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decided(pub u32);

/// Shapes without their names, in which equal structures are one shape; and which shape each became.
pub fn intern_shapes(shapes: &Shapes) -> (Shapes, Vec<ShapeId>) {
    let mut shapes = Shapes {
        arena: shapes.arena.clone(),
    };
    for form in &mut shapes.arena {
        form.definition = None;
        form.rust_type = None;
    }
    let kept = unify_shapes(&mut shapes);
    tell_apart(&mut shapes);
    (shapes, kept)
}

/// Decides pairs of shapes.
pub struct Verdicts<'s> {
    shapes: &'s Shapes,
    examples: Examples<'s>,
    types: HashMap<ShapeId, u8>,
    empty: HashMap<ShapeId, bool>,
    known: HashMap<(ShapeId, ShapeId), Decided>,
    /// Each verdict once.
    pub verdicts: Vec<Verdict>,
    numbers: HashMap<Verdict, Decided>,
}

impl Decided {
    /// The argument takes every value.
    pub const FITS: Decided = Decided(0);
    /// It takes none.
    pub const NEVER: Decided = Decided(1);
}

impl<'s> Verdicts<'s> {
    /// For pairs of these shapes, which are those of [`intern_shapes`].
    pub fn new(shapes: &'s Shapes) -> Self {
        let verdicts = vec![Verdict::Fits, Verdict::Never];
        let numbers = verdicts
            .iter()
            .cloned()
            .zip([Decided::FITS, Decided::NEVER]);
        Verdicts {
            shapes,
            examples: Examples::within(shapes, ALL_WORK),
            types: HashMap::new(),
            empty: HashMap::new(),
            known: HashMap::new(),
            numbers: numbers.collect(),
            verdicts,
        }
    }

    /// The verdict with this number.
    pub fn get(&self, decided: Decided) -> &Verdict {
        &self.verdicts[decided.0 as usize]
    }

    /// How many pairs of shapes were decided.
    pub fn count_pairs(&self) -> usize {
        self.known.len()
    }

    /// What values of `output` are as values of `argument`.
    pub fn decide(&mut self, output: ShapeId, argument: ShapeId) -> Decided {
        if let Some(known) = self.known.get(&(output, argument)) {
            return *known;
        }
        let verdict = self.look(output, argument);
        let decided = match self.numbers.get(&verdict) {
            Some(known) => *known,
            None => {
                let next = Decided(u32::try_from(self.verdicts.len()).unwrap_or(u32::MAX));
                self.verdicts.push(verdict.clone());
                self.numbers.insert(verdict, next);
                next
            }
        };
        self.known.insert((output, argument), decided);
        decided
    }

    fn look(&mut self, output: ShapeId, argument: ShapeId) -> Verdict {
        let shared = self.types_of(output) & self.types_of(argument);
        if shared == 0 || self.is_empty(output) {
            return Verdict::Never;
        }
        if output == argument {
            return Verdict::Fits;
        }
        let does_not = self.examples.find_between(output, argument);
        if does_not == Example::Impossible {
            return Verdict::Fits;
        }
        let fits = self.examples.of(&[output, argument]);
        match (fits, does_not) {
            (Example::Impossible, _) => Verdict::Never,
            (Example::Value(fits), Example::Value(does_not)) => {
                Verdict::FitsSometimes { fits, does_not }
            }
            (fits, does_not) => Verdict::Undecided {
                fits: value_of(fits),
                does_not: value_of(does_not),
            },
        }
    }

    /// Whether no value is accepted, so that there is nothing to hand on.
    fn is_empty(&mut self, id: ShapeId) -> bool {
        if let Some(known) = self.empty.get(&id) {
            return *known;
        }
        let is_empty = self.examples.of(&[id]) == Example::Impossible;
        self.empty.insert(id, is_empty);
        is_empty
    }

    fn types_of(&mut self, id: ShapeId) -> u8 {
        if let Some(known) = self.types.get(&id) {
            return *known;
        }
        let types = find_types(self.shapes, id, &mut Vec::new());
        self.types.insert(id, types);
        types
    }
}

fn value_of(example: Example) -> Option<String> {
    match example {
        Example::Value(value) => Some(value),
        Example::Impossible | Example::Undecided => None,
    }
}

const ALL_TYPES: u8 = 0b11_1111;

/// The JSON types that a shape may accept, a bit for each. Those that are missing are certain.
fn find_types(shapes: &Shapes, id: ShapeId, around: &mut Vec<ShapeId>) -> u8 {
    if around.contains(&id) {
        return ALL_TYPES;
    }
    around.push(id);
    let types = match &shapes.get(id).shape {
        Shape::Any => ALL_TYPES,
        Shape::Never => 0,
        Shape::Null => 1,
        Shape::Boolean => 2,
        Shape::Integer(_) | Shape::Number(_) => 4,
        Shape::Text(_) | Shape::Choice(_) => 8,
        Shape::List(_) => 16,
        Shape::Object(_) => 32,
        Shape::Nullable(inner) => 1 | find_types(shapes, *inner, around),
        Shape::Union(_, branches) => branches
            .iter()
            .fold(0, |types, id| types | find_types(shapes, *id, around)),
        Shape::Complete(base, keywords) => {
            let base = find_types(shapes, *base, around);
            keywords.iter().fold(base, |types, keyword| {
                types & keyword_types(shapes, keyword, around)
            })
        }
    };
    around.pop();
    types
}

fn keyword_types(shapes: &Shapes, keyword: &Keyword, around: &mut Vec<ShapeId>) -> u8 {
    match keyword {
        Keyword::AnyOf(ids) | Keyword::OneOf(ids) => ids
            .iter()
            .fold(0, |types, id| types | find_types(shapes, *id, around)),
        Keyword::AllOf(ids) => ids.iter().fold(ALL_TYPES, |types, id| {
            types & find_types(shapes, *id, around)
        }),
        Keyword::Enum(values) => values
            .iter()
            .fold(0, |types, value| types | type_bit(value)),
        _ => ALL_TYPES,
    }
}

fn type_bit(json: &str) -> u8 {
    match json.as_bytes().first() {
        Some(b'n') => 1,
        Some(b't' | b'f') => 2,
        Some(b'"') => 8,
        Some(b'[') => 16,
        Some(b'{') => 32,
        _ => 4,
    }
}
