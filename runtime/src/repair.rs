//! Reads arguments that were refused once more: values of a form that cannot be valid in their place, by the table of a
//! tool. Whoever calls this validates what comes of it, in full.

use crate::entry::ToolEntry;
use crate::json::write_string;
use crate::reader::{Kind, MAX_DEPTH, Reader, Stop};
use crate::repairs::{Repair, RepairKind, RepairedField, RepairedPart, Repairs};
use crate::violation::clean_segment;
use std::borrow::Cow;

/// Arguments with more slips than this are refused as they are.
const MAX_REPAIRS: usize = 1_000;

/// The white space of JSON.
const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// A text of arguments, and what of them was read in another form.
type RepairedText = (String, Vec<Repair>);

/// A text of arguments as it can only be meant, and what was read in another form. Everything else stays as it is, byte for
/// byte, but for white space. `None` if the text is not JSON, if nothing in it can be repaired, or too much would have to be.
pub fn repair_text(repairs: &'static Repairs, text: &str) -> Option<(String, Vec<Repair>)> {
    let mut mender = Mender {
        repairs,
        place: String::new(),
        depth: 0,
        done: Vec::new(),
    };
    let mut out = String::with_capacity(text.len() + 16);
    let mut reader = Reader::new(text);
    mender.write(&mut reader, Spot::whole(), &mut out).ok()?;
    reader.finish().ok()?;
    let is_repaired = !mender.done.is_empty() && mender.done.len() <= MAX_REPAIRS;
    is_repaired.then_some((out, mender.done))
}

/// A tool whose calls are repaired, with the function that does it: programs in which nothing is repaired do not contain it.
#[derive(Clone, Copy)]
pub(crate) struct Mending {
    pub entry: &'static ToolEntry,
    repairs: &'static Repairs,
    repair_text: fn(&'static Repairs, &str) -> Option<RepairedText>,
}

impl Mending {
    pub const fn new(entry: &'static ToolEntry, repairs: &'static Repairs) -> Self {
        Mending {
            entry,
            repairs,
            repair_text,
        }
    }

    /// Arguments that are refused as they can only be meant, if they are valid then, and what was read in another form.
    pub fn repair(self, text: &str) -> Option<RepairedText> {
        let repaired = (self.repair_text)(self.repairs, text);
        repaired.filter(|(text, _)| self.entry.validate(text).is_ok())
    }
}

/// Where a value is.
#[derive(Clone, Copy)]
struct Spot {
    /// The part that it is.
    at: Option<u32>,
    /// Whether it is an item of an array. Such a value is not read as an array: in `[1, 2]`, where an array of arrays is
    /// wanted, nobody can say whether `[[1], [2]]` or `[[1, 2]]` is meant.
    is_item: bool,
}

impl Spot {
    fn whole() -> Self {
        Spot {
            at: Some(0),
            is_item: false,
        }
    }

    fn member(at: Option<u32>) -> Self {
        Spot { at, is_item: false }
    }

    fn item(part: &RepairedPart, index: usize) -> Self {
        Spot {
            at: part.prefix.get(index).copied().unwrap_or(part.items),
            is_item: true,
        }
    }
}

impl RepairedPart {
    fn may_be(&self, kind: Kind) -> bool {
        self.takes & (1 << kind as u8) != 0
    }
}

struct Mender {
    repairs: &'static Repairs,
    /// Where it is, as a JSON pointer.
    place: String,
    /// How many arrays and objects are around it.
    depth: u16,
    done: Vec<Repair>,
}

impl Mender {
    fn part(&self, at: Option<u32>) -> Option<&'static RepairedPart> {
        self.repairs.parts.get(usize::try_from(at?).ok()?)
    }

    fn wants(&self, kind: RepairKind) -> bool {
        match kind {
            RepairKind::Text => self.repairs.text,
            RepairKind::Numbers => self.repairs.numbers,
            RepairKind::Lists => self.repairs.lists,
            RepairKind::Case => self.repairs.case,
        }
    }

    /// Notes what was done here. Fails once there is too much of it.
    fn note(&mut self, kind: RepairKind) -> Result<(), Stop> {
        let pointer = self.place.clone();
        self.done.push(Repair { pointer, kind });
        match self.done.len() > MAX_REPAIRS {
            true => Err(Stop),
            false => Ok(()),
        }
    }

    /// Does something below a key or an index. Fails if that is too deep: texts within texts have depths of their own.
    fn below(
        &mut self,
        key: &str,
        then: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if self.depth == MAX_DEPTH {
            return Err(Stop);
        }
        let length = self.place.len();
        self.place.push('/');
        self.place.push_str(&clean_segment(key));
        self.depth += 1;
        let result = then(self);
        self.depth -= 1;
        self.place.truncate(length);
        result
    }

    fn write(&mut self, reader: &mut Reader<'_>, spot: Spot, out: &mut String) -> Result<(), Stop> {
        let kind = reader.kind()?;
        let Some(part) = self.part(spot.at) else {
            out.push_str(reader.capture()?);
            return Ok(());
        };
        if !part.may_be(kind) {
            let text = reader.capture()?;
            return self.read_differently(text, kind, part, spot, out);
        }
        match kind {
            Kind::Object => self.write_object(reader, part, out),
            Kind::Array => self.write_array(reader, part, out),
            Kind::String => {
                let text = reader.capture()?;
                self.write_constant(text, part, out)
            }
            Kind::Null | Kind::Boolean | Kind::Number => {
                out.push_str(reader.capture()?);
                Ok(())
            }
        }
    }

    /// Writes a value of a type that no valid value has here: as the only thing that it can mean, or as it is.
    fn read_differently(
        &mut self,
        text: &str,
        kind: Kind,
        part: &'static RepairedPart,
        spot: Spot,
        out: &mut String,
    ) -> Result<(), Stop> {
        let held = match kind {
            Kind::String => Reader::new(text).string()?,
            _ => Cow::Borrowed(""),
        };
        let held = held.trim_matches(SPACE);
        if let Some(inner) = find_kind(held).filter(|inner| part.may_be(*inner)) {
            let word = match inner {
                Kind::Number => RepairKind::Numbers,
                _ => RepairKind::Text,
            };
            if !self.wants(word) {
                out.push_str(text);
                return Ok(());
            }
            self.note(word)?;
            return self.write(&mut Reader::new(held), spot, out);
        }
        // what begins like an array is one that broke off, and not one of its items
        let is_list = self.wants(RepairKind::Lists) && part.may_be(Kind::Array) && !spot.is_item;
        if !is_list || kind == Kind::Null || held.starts_with('[') {
            out.push_str(text);
            return Ok(());
        }
        self.note(RepairKind::Lists)?;
        out.push('[');
        self.below("0", |mender| {
            mender.write(&mut Reader::new(text), Spot::item(part, 0), out)
        })?;
        out.push(']');
        Ok(())
    }

    /// Writes a string where strings may be valid, but perhaps not this one.
    fn write_constant(
        &mut self,
        text: &str,
        part: &'static RepairedPart,
        out: &mut String,
    ) -> Result<(), Stop> {
        if self.wants(RepairKind::Case) && !part.strings.is_empty() {
            let written = Reader::new(text).string()?;
            let meant = written.trim_matches(SPACE);
            let known = part.strings.iter();
            let mut alike = known.filter(|known| known.eq_ignore_ascii_case(meant));
            if !part.strings.contains(&&*written)
                && let (Some(only), None) = (alike.next(), alike.next())
            {
                write_string(only, out);
                return self.note(RepairKind::Case);
            }
        }
        out.push_str(text);
        Ok(())
    }

    fn write_object(
        &mut self,
        reader: &mut Reader<'_>,
        part: &'static RepairedPart,
        out: &mut String,
    ) -> Result<(), Stop> {
        if let Some((key, parts)) = part.tag {
            let text = reader.capture()?;
            let value = find_string(text, key)?;
            let mut parts = parts.iter();
            let known = parts.find(|(known, _)| Some(*known) == value.as_deref());
            let one = known.and_then(|(_, at)| self.part(Some(*at)));
            return self.write_members(&mut Reader::new(text), one.unwrap_or(part), out);
        }
        self.write_members(reader, part, out)
    }

    fn write_members(
        &mut self,
        reader: &mut Reader<'_>,
        part: &'static RepairedPart,
        out: &mut String,
    ) -> Result<(), Stop> {
        let mut is_first = true;
        reader.begin_object()?;
        out.push('{');
        while reader.next_key(is_first)? {
            let key = reader.string()?;
            reader.colon()?;
            if !std::mem::replace(&mut is_first, false) {
                out.push(',');
            }
            write_string(&key, out);
            out.push(':');
            let is_it = |field: &&RepairedField| field.name == key;
            let known = part.fields.iter().find(is_it);
            let within = known.map_or(part.rest, |field| field.within);
            self.below(&key, |mender| {
                mender.write(reader, Spot::member(within), out)
            })?;
        }
        out.push('}');
        Ok(())
    }

    fn write_array(
        &mut self,
        reader: &mut Reader<'_>,
        part: &'static RepairedPart,
        out: &mut String,
    ) -> Result<(), Stop> {
        let mut index = 0;
        reader.begin_array()?;
        out.push('[');
        while reader.next_item(index == 0)? {
            if index > 0 {
                out.push(',');
            }
            self.below(&index.to_string(), |mender| {
                mender.write(reader, Spot::item(part, index), out)
            })?;
            index += 1;
        }
        out.push(']');
        Ok(())
    }
}

/// The type of the JSON that a text holds; `None` if it holds something else, or a string.
fn find_kind(text: &str) -> Option<Kind> {
    let mut reader = Reader::new(text);
    let kind = reader.kind().ok()?;
    reader.capture().ok()?;
    reader.finish().ok()?;
    (kind != Kind::String).then_some(kind)
}

/// The string under a key of an object; `None` if there is none, or more than one.
fn find_string<'t>(object: &'t str, key: &str) -> Result<Option<Cow<'t, str>>, Stop> {
    let mut reader = Reader::new(object);
    let (mut is_first, mut found) = (true, Vec::new());
    reader.begin_object()?;
    while reader.next_key(is_first)? {
        is_first = false;
        let is_it = reader.string()? == key;
        reader.colon()?;
        let kind = reader.kind()?;
        let value = reader.capture()?;
        if is_it && kind == Kind::String {
            found.push(Reader::new(value).string()?);
        }
    }
    Ok(match found.len() {
        1 => found.pop(),
        _ => None,
    })
}
