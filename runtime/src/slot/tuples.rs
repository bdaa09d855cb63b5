//! Arrays of a fixed length, with a separate type for each item.

use super::{Ignore, Items, Slot, Value};
use crate::output::Output;
use crate::reader::{Reader, Stop};
use crate::schema::Schema;
use crate::walk;

/// The places for the items, one after the other. Items after the last place are only validated.
struct Places<'t, 'j> {
    places: &'t mut [&'t mut dyn Slot<'j>],
    next: usize,
    rest: Ignore,
}

impl<'j> Items<'j> for Places<'_, 'j> {
    fn item(&mut self) -> &mut dyn Slot<'j> {
        let index = self.next;
        self.next += 1;
        match self.places.get_mut(index) {
            Some(place) => *place,
            None => &mut self.rest,
        }
    }
}

fn fill<'t, 'j>(
    places: &'t mut [&'t mut dyn Slot<'j>],
    reader: &mut Reader<'j>,
    schema: &'static Schema,
) -> Result<(), Stop> {
    let Schema::List(rules) = schema else {
        return walk::report_mismatch(reader);
    };
    let mut places = Places {
        places,
        next: 0,
        rest: Ignore,
    };
    walk::read_list(&mut places, reader, rules)
}

fn write(values: &[&dyn Output], out: &mut String) {
    out.push('[');
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        value.write(out);
    }
    out.push(']');
}

macro_rules! tuples {
    ($(($($type:ident $index:tt),*))*) => {$(
        impl<'j, $($type: Value<'j>),*> Slot<'j> for ($($type,)*) {
            fn fill(
                &mut self,
                reader: &mut Reader<'j>,
                schema: &'static Schema,
            ) -> Result<(), Stop> {
                fill(&mut [$(&mut self.$index),*], reader, schema)
            }
        }

        impl<'j, $($type: Value<'j>),*> Value<'j> for ($($type,)*) {
            fn empty() -> Self {
                ($($type::empty(),)*)
            }
        }

        impl<$($type: Output),*> Output for ($($type,)*) {
            fn write(&self, out: &mut String) {
                write(&[$(&self.$index),*], out);
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
}
