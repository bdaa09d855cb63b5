//! Whether the argument values given in `toolc.yaml` are accepted by their schemas.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::Catalog;
use toolc_runtime::validate;
use toolc_schema::schema::tables::{Tables, nesting_depth};

/// Reports every value that its schema refuses.
pub(super) fn check_given(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut tables = Tables::new(&catalog.shapes);
    for given in &catalog.given {
        let text = &given.value.value;
        let table = tables.table(given.shape, nesting_depth(text));
        let Err(violations) = validate(table, text) else {
            continue;
        };
        let Some(first) = violations.iter().next() else {
            continue;
        };
        let place = match first.pointer.as_str() {
            "" => String::new(),
            pointer => format!("`{pointer}` "),
        };
        let message = format!(
            "`{}` does not accept this for `{}`: {place}{}",
            given.tool, given.argument, first.message
        );
        diagnostics.push(
            Diagnostic::new(Code::REFUSED_VALUE, given.value.span, message)
                .also(given.span, "the tool")
                .help("write a value that the schema of the argument allows"),
        );
    }
}
