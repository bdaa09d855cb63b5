//! Arguments that have no generated type.

use crate::args::Args;
use crate::json::Json;
use crate::output::Output;
use crate::reader::{Reader, Stop};
use crate::schema::Schema;
use crate::slot::{Slot, Value};
use crate::tool::Tool;
use std::fmt;
use std::marker::PhantomData;

/// The arguments of a tool that has no handler: JSON that the schema of the tool `T` accepts.
///
/// With `rust: { types: all }` in `toolc.yaml`, structs are generated for such tools as well.
pub struct CheckedJson<T> {
    json: Json,
    tool: PhantomData<fn() -> T>,
}

impl<T> CheckedJson<T> {
    /// The arguments.
    pub fn json(&self) -> &Json {
        &self.json
    }

    /// Takes the arguments out.
    pub fn into_json(self) -> Json {
        self.json
    }
}

impl<'a, T: Tool> Args<'a> for CheckedJson<T> {
    const SCHEMA: &'static Schema = T::ENTRY.input;
}

impl<'a, T> Slot<'a> for CheckedJson<T> {
    fn fill(&mut self, reader: &mut Reader<'a>, schema: &'static Schema) -> Result<(), Stop> {
        self.json.fill(reader, schema)
    }
}

impl<T> Value<'_> for CheckedJson<T> {
    fn empty() -> Self {
        CheckedJson {
            json: Json::null(),
            tool: PhantomData,
        }
    }
}

impl<T> Output for CheckedJson<T> {
    fn write(&self, out: &mut String) {
        self.json.write(out);
    }
}

impl<T> Clone for CheckedJson<T> {
    fn clone(&self) -> Self {
        CheckedJson {
            json: self.json.clone(),
            tool: PhantomData,
        }
    }
}

impl<T> PartialEq for CheckedJson<T> {
    fn eq(&self, other: &Self) -> bool {
        self.json == other.json
    }
}

impl<T> fmt::Debug for CheckedJson<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json.fmt(f)
    }
}
