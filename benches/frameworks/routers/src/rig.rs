//! rig's dynamic tool, looked up by name. It takes a value and returns a text; the closure reads its
//! arguments.

use crate::Arguments;
use crate::harness::Contestant;
use crate::wrapper::{ARGUMENTS, once};
use rig_core::message::ToolName;
use rig_core::tool::{DynamicTool, ToolOutput};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::hint::black_box;

pub fn contestant() -> Contestant {
    let name = ToolName::new("a").expect("a name");
    let schema = json!({ "type": "object" });
    let tool = DynamicTool::new(name, "The case a.", schema, |arguments| {
        Box::pin(async move {
            let arguments: Arguments = serde_json::from_value(arguments).expect("arguments");
            black_box((arguments.location, arguments.unit));
            Ok(ToolOutput::text("null"))
        })
    });
    let tools = HashMap::from([("a", tool)]);
    let run = move || {
        let arguments: Value = serde_json::from_str(ARGUMENTS).expect("a value");
        let result = once(tools["a"].execute(arguments));
        assert!(result.is_ok());
        drop(black_box(result));
    };
    Contestant {
        name: "rig dynamic tool",
        run: Box::new(run),
    }
}
