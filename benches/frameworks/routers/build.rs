//! Compiles the tools of the benchmarks.

#[path = "../../build.rs"]
mod benches;

use std::{env, io};

fn main() -> io::Result<()> {
    env::set_current_dir("../..")?;
    benches::main()
}
