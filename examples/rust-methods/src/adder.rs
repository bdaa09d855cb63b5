//! A tool of rig as it is written for rig.

use rig::completion::ToolDefinition;
use rig::tool::Tool;
use serde::Deserialize;
use std::fmt;

/// What is added to every sum.
#[derive(Debug)]
pub struct Adder {
    /// The number.
    pub more: i64,
}

/// What is asked of `add`.
#[derive(Debug, Deserialize)]
pub struct Add {
    /// The first number.
    pub x: i32,
    /// The second number.
    pub y: i32,
}

/// The sum is too large.
#[derive(Debug)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("more than a thousand")
    }
}

impl std::error::Error for TooLarge {}

impl Tool for Adder {
    const NAME: &'static str = "add";

    type Error = TooLarge;
    type Args = Add;
    type Output = i64;

    async fn definition(&self, _prompt: String) -> ToolDefinition {
        ToolDefinition {
            name: "add".to_string(),
            description: "Add two numbers.".to_string(),
            parameters: serde_json::json!({ "type": "object" }),
        }
    }

    async fn call(&self, args: Self::Args) -> Result<Self::Output, Self::Error> {
        let sum = i64::from(args.x) + i64::from(args.y) + self.more;
        if sum > 1000 { Err(TooLarge) } else { Ok(sum) }
    }
}
