//! Arrays.

use super::size::check_count;
use super::unique::require_unique;
use super::{fill_slot, parsed};
use crate::reader::{Reader, Stop};
use crate::schema::List;
use crate::slot::{Ignore, Items, Slot};

impl<'j> Items<'j> for Ignore {
    fn item(&mut self) -> &mut dyn Slot<'j> {
        self
    }
}

/// Reads an array.
pub(crate) fn read_list<'j>(
    items: &mut dyn Items<'j>,
    reader: &mut Reader<'j>,
    rules: &'static List,
) -> Result<(), Stop> {
    if !reader.is_next(b'[') {
        return parsed::parsed_list(items, reader, rules);
    }
    let Some(unique) = rules.unique else {
        return read_items(items, reader, rules, |_, _| {});
    };
    let mut texts = Texts::new();
    read_items(items, reader, rules, |reader, start| {
        texts.push(reader.since(start));
    })?;
    require_unique(reader, (unique.texts)(texts.as_slice()))
}

/// Reads the elements of an array. After each, calls `tell` with the offset where it starts.
#[inline]
fn read_items<'j>(
    items: &mut dyn Items<'j>,
    reader: &mut Reader<'j>,
    rules: &'static List,
    mut tell: impl FnMut(&Reader<'j>, usize),
) -> Result<(), Stop> {
    let mut count = 0;
    reader.begin_array()?;
    while reader.next_item(count == 0)? {
        reader.peek();
        let start = reader.offset();
        let before = reader.violations.len();
        fill_slot(
            items.item(),
            reader,
            rules.prefix.get(count).unwrap_or(&rules.items),
        )?;
        if reader.violations.len() != before {
            reader.violations.prefix(before, &count.to_string());
        }
        tell(reader, start);
        count += 1;
    }
    check_count(reader, count as u64, rules)
}

/// The number of elements whose texts are kept without an allocation.
const FEW: usize = 8;

/// The texts of elements; the first few need no allocation.
struct Texts<'j> {
    few: [&'j str; FEW],
    count: usize,
    many: Vec<&'j str>,
}

impl<'j> Texts<'j> {
    fn new() -> Self {
        Texts {
            few: [""; FEW],
            count: 0,
            many: Vec::new(),
        }
    }

    fn push(&mut self, text: &'j str) {
        match self.few.get_mut(self.count) {
            Some(place) => *place = text,
            None => {
                if self.many.is_empty() {
                    self.many.extend(self.few);
                }
                self.many.push(text);
            }
        }
        self.count += 1;
    }

    fn as_slice(&self) -> &[&'j str] {
        self.few.get(..self.count).unwrap_or(&self.many)
    }
}
