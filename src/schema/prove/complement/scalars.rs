//! Strings and numbers that break one rule.

use super::Complements;
use crate::schema::shape::{Bound, Number, Shape, ShapeId, Text};

/// The numbers on the other side of a limit.
type Outside = fn(Bound) -> Number;

impl Complements<'_> {
    pub(super) fn break_text(&mut self, text: Text) -> Vec<ShapeId> {
        let Text {
            min_length,
            max_length,
            pattern,
            format,
            path,
        } = text;
        let mut broken = Vec::new();
        if let Some(shorter) = min_length.checked_sub(1) {
            broken.push(self.add(Shape::Text(Text {
                max_length: Some(shorter),
                ..Text::NONE
            })));
        }
        if let Some(longer) = max_length.and_then(|most| most.checked_add(1)) {
            broken.push(self.add(Shape::Text(Text {
                min_length: longer,
                ..Text::NONE
            })));
        }
        let alone = [
            pattern.map(|pattern| Text {
                pattern: Some(pattern),
                ..Text::NONE
            }),
            format.map(|format| Text {
                format: Some(format),
                ..Text::NONE
            }),
            path.map(|path| Text {
                path: Some(path),
                ..Text::NONE
            }),
        ];
        for rule in alone.into_iter().flatten() {
            let rule = self.add(Shape::Text(rule));
            broken.push(self.refused_by(Shape::Text(Text::NONE), rule));
        }
        broken
    }

    pub(super) fn break_number(&mut self, number: Number) -> Vec<ShapeId> {
        let Number {
            minimum,
            maximum,
            exclusive_minimum,
            exclusive_maximum,
            multiple_of,
            // these choose a type; what they refuse, another rule refuses
            values: _,
            is_int32: _,
            format: _,
        } = number;
        let mut broken = Vec::new();
        let beyond: [(Option<Bound>, Outside); 4] = [
            (minimum, |bound| Number {
                exclusive_maximum: Some(bound),
                ..Number::NONE
            }),
            (maximum, |bound| Number {
                exclusive_minimum: Some(bound),
                ..Number::NONE
            }),
            (exclusive_minimum, |bound| Number {
                maximum: Some(bound),
                ..Number::NONE
            }),
            (exclusive_maximum, |bound| Number {
                minimum: Some(bound),
                ..Number::NONE
            }),
        ];
        for (bound, outside) in beyond {
            if let Some(bound) = bound {
                broken.push(self.add(Shape::Number(outside(bound))));
            }
        }
        if multiple_of.is_some() {
            let multiples = self.add(Shape::Number(Number {
                multiple_of,
                ..Number::NONE
            }));
            broken.push(self.refused_by(Shape::Number(Number::NONE), multiples));
        }
        broken
    }
}
