//! The program that the README shows first, as it is there.

fn main() {
    toolc_docs::run_readme_program();
}
