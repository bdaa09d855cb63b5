//! Every block of code of the README and of `docs/`, compiled. A block names its file in its first line;
//! the blocks below one heading are one project. `build/` takes them out of the pages.

#[allow(
    dead_code,
    missing_docs,
    non_snake_case,
    unused_imports,
    clippy::duplicate_mod,
    clippy::print_stdout,
    reason = "code on a page is written to be read; most of it is never called here, tests are not compiled, \
              every file takes the tools in, and modules have the names of headings"
)]
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}

// where pages say `crate::`
pub use pages::guides_from_rig_move_a_tool::src_sums as sums;
pub use pages::guides_from_rmcp_the_shortest_way__functions::src_customers as customers;
pub use pages::rust_modules_::src_functions as functions;
pub use pages::rust_modules_methods::src_lib::crm;
pub use pages::rust_modules_tools_with_an_approval_of_their_own::src_transfers as transfers;
pub use pages::rust_modules_what_the_text_does_not_say::src_cards as cards;
pub use pages::rust_modules_what_the_text_does_not_say::src_lib::tools;

/// Runs the program that the README shows first.
pub fn run_readme_program() {
    pages::readme_from_a_spec_to_a_call::src_main::main();
}
