//! Misuse that does not compile: every case of `tests/compile_fail` with the compiler's words beside it.
//! `TRYBUILD=overwrite` accepts what the compiler says now.

#[test]
fn misuse_does_not_compile() {
    trybuild::TestCases::new().compile_fail("*.rs");
}
