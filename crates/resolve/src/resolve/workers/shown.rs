//! Names as findings list them.

use toolc_base::diagnostic::quote::quote_some;

/// Formats names in backticks, but no more than a reader wants to see.
pub(super) fn list_names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    const SHOWN: usize = 10;
    match quote_some(names, SHOWN) {
        nothing if nothing.is_empty() => "none".to_owned(),
        names => names,
    }
}
