//! Noun: whether a shape accepts objects, and whether it accepts anything else.

use crate::schema::shape::{Keyword, Shape, ShapeId, Shapes};

/// What a shape may accept. If something is not accepted, that is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Takes {
    /// Objects.
    pub objects: bool,
    /// Anything else.
    pub others: bool,
}

impl Takes {
    const ALL: Takes = Takes {
        objects: true,
        others: true,
    };
    const NOTHING: Takes = Takes {
        objects: false,
        others: false,
    };
    const OBJECTS: Takes = Takes {
        objects: true,
        others: false,
    };
    const OTHERS: Takes = Takes {
        objects: false,
        others: true,
    };

    fn or(self, other: Takes) -> Takes {
        Takes {
            objects: self.objects || other.objects,
            others: self.others || other.others,
        }
    }

    fn and(self, other: Takes) -> Takes {
        Takes {
            objects: self.objects && other.objects,
            others: self.others && other.others,
        }
    }
}

impl Shapes {
    /// What a shape may accept.
    pub fn takes(&self, id: ShapeId) -> Takes {
        self.takes_within(id, &mut Vec::new())
    }

    /// The same, given the enclosing shapes that apply to the same value.
    fn takes_within(&self, id: ShapeId, around: &mut Vec<ShapeId>) -> Takes {
        if around.contains(&id) {
            return Takes::ALL;
        }
        around.push(id);
        let takes = match &self.get(id).shape {
            Shape::Any => Takes::ALL,
            Shape::Never => Takes::NOTHING,
            Shape::Object(_) => Takes::OBJECTS,
            Shape::Null | Shape::Boolean | Shape::Text(_) | Shape::Choice(_) => Takes::OTHERS,
            Shape::Integer(_) | Shape::Number(_) | Shape::List(_) => Takes::OTHERS,
            Shape::Nullable(inner) => self.takes_within(*inner, around).or(Takes::OTHERS),
            Shape::Union(_, branches) => self.any_takes(branches, around),
            Shape::Complete(base, keywords) => {
                let base = self.takes_within(*base, around);
                keywords.iter().fold(base, |takes, keyword| {
                    takes.and(self.keyword_takes(keyword, around))
                })
            }
        };
        around.pop();
        takes
    }

    fn any_takes(&self, ids: &[ShapeId], around: &mut Vec<ShapeId>) -> Takes {
        let each = ids.iter();
        each.fold(Takes::NOTHING, |takes, id| {
            takes.or(self.takes_within(*id, around))
        })
    }

    fn keyword_takes(&self, keyword: &Keyword, around: &mut Vec<ShapeId>) -> Takes {
        match keyword {
            Keyword::AllOf(ids) => ids.iter().fold(Takes::ALL, |takes, id| {
                takes.and(self.takes_within(*id, around))
            }),
            Keyword::AnyOf(ids) | Keyword::OneOf(ids) => self.any_takes(ids, around),
            Keyword::Enum(values) => Takes {
                objects: values.iter().any(|value| value.starts_with('{')),
                others: values.iter().any(|value| !value.starts_with('{')),
            },
            _ => Takes::ALL,
        }
    }
}
