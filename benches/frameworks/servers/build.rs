//! Compiles the specs; `include_tools!` takes the result in.

fn main() {
    toolc::build("specs")
}
