//! The groups of the wrapper benchmark, interleaved with the routers of other frameworks.
//! `routers --count N NAME` runs one contestant N times, for a tool that counts instructions.

#[path = "../../../harness.rs"]
mod harness;
mod rig;
mod rmcp_router;
#[path = "../../../wrapper.rs"]
mod wrapper;

toolc_runtime::include_tools!();

use rmcp::schemars;
use serde::Deserialize;

/// The arguments as both frameworks read them: with serde's derive, which checks no rule of the schema.
#[derive(Deserialize, schemars::JsonSchema)]
struct Arguments {
    location: String,
    unit: Unit,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Fahrenheit,
}

fn main() {
    let mut groups = wrapper::groups();
    for group in &mut groups {
        group.contestants.push(rmcp_router::contestant());
        group.contestants.push(rig::contestant());
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.as_slice() {
        [flag, times, name] if flag == "--count" => {
            harness::count(groups, name, times.parse().unwrap_or(1))
        }
        _ => harness::measure(groups, ""),
    }
}
