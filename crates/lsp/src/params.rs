//! Reads the parameters of methods. What has another form than the protocol's is refused in words.

use crate::lines::Position;
use crate::message::{ErrorCode, Failure};
use serde_json::Value;

/// The parameters of a method.
#[derive(Debug, Clone, Copy)]
pub struct Params<'p>(pub &'p Value);

impl<'p> Params<'p> {
    /// A string at a JSON Pointer.
    pub fn text(self, pointer: &str) -> Result<&'p str, Failure> {
        let found = self.0.pointer(pointer).and_then(Value::as_str);
        found.ok_or_else(|| unfit(pointer, "a string"))
    }

    /// A list at a JSON Pointer.
    pub fn list(self, pointer: &str) -> Result<&'p [Value], Failure> {
        let found = self.0.pointer(pointer).and_then(Value::as_array);
        found
            .map(Vec::as_slice)
            .ok_or_else(|| unfit(pointer, "a list"))
    }

    /// A whole number at a JSON Pointer.
    pub fn number(self, pointer: &str) -> Result<i64, Failure> {
        let found = self.0.pointer(pointer).and_then(Value::as_i64);
        found.ok_or_else(|| unfit(pointer, "a whole number"))
    }

    /// The address of the document that a request is about.
    pub fn document(self) -> Result<&'p str, Failure> {
        self.text("/textDocument/uri")
    }

    /// A place at a JSON Pointer.
    pub fn position(self, pointer: &str) -> Result<Position, Failure> {
        let part = |name: &str| {
            let pointer = format!("{pointer}/{name}");
            let found = self.0.pointer(&pointer).and_then(Value::as_u64);
            let found = found.and_then(|number| u32::try_from(number).ok());
            found.ok_or_else(|| unfit(&pointer, "a whole number from 0"))
        };
        Ok(Position {
            line: part("line")?,
            character: part("character")?,
        })
    }

    /// A start and an end at a JSON Pointer.
    pub fn range(self, pointer: &str) -> Result<(Position, Position), Failure> {
        let start = self.position(&format!("{pointer}/start"))?;
        Ok((start, self.position(&format!("{pointer}/end"))?))
    }
}

fn unfit(pointer: &str, expected: &str) -> Failure {
    let message = format!("`{pointer}` of the parameters must be {expected}");
    Failure::new(ErrorCode::InvalidParams, message)
}
