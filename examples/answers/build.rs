//! Compiles the specs; `include_tools!` includes the result.

fn main() {
    toolc::build("specs")
}
