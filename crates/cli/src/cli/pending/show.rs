//! `toolc approvals show`

use super::Show;
use super::account::{Desk, tell_decision, text};
use crate::cli::Exit;
use crate::cli::output::{DataFormat, pretty_json, print_data};
use serde_json::{Map, Value};
use toolc_runtime::hidden::show_line;

/// What is shown besides the question and the decision, in this order.
const FACTS: [(&str, &str); 9] = [
    ("principal", "principal"),
    ("session", "session"),
    ("delegation", "delegated by"),
    ("call_id", "call"),
    ("asked_at", "asked at"),
    ("until", "expires at"),
    ("claimed_until", "running until"),
    ("note", "note"),
    ("edited_tool", "runs instead"),
];

impl Show {
    pub fn run(self) -> Result<Exit, Exit> {
        let desk = Desk::open(&self.place)?;
        let call = desk.find(&self.id)?;
        let members = desk.describe(&call)?;
        Ok(match self.format {
            DataFormat::Human => print_data(&write_page(&members)),
            DataFormat::Json => print_data(&pretty_json(&Value::Object(members))),
        })
    }
}

/// The question, then who asks, then who decided.
fn write_page(members: &Map<String, Value>) -> String {
    let of = |name: &str| text(members, name);
    let mut out = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            out.push_str(&format!("{name:<14}{}\n", show_line(value)));
        }
    };
    line("id", of("id"));
    line("state", of("state"));
    line("worker", of("worker"));
    line("tool", of("tool"));
    line(
        "description",
        of("description").lines().next().unwrap_or_default(),
    );
    line("effect", of("effect"));
    line("arguments", of("arguments"));
    line("asked because", of("reason"));
    for (name, label) in FACTS {
        match members.get(name) {
            Some(Value::Array(path)) => {
                let path: Vec<&str> = path.iter().filter_map(Value::as_str).collect();
                line(label, &path.join(" > "));
            }
            _ => line(label, of(name)),
        }
    }
    line("decision", &tell_decision(members).unwrap_or_default());
    line("outcome", of("outcome"));
    out
}
