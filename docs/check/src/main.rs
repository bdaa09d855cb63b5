//! The program that the README shows first, as it stands there.

fn main() {
    toolc_docs::run_readme_program();
}
