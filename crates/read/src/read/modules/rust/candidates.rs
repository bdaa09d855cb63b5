//! What a file has that could be tools, without any worker that lists it.

use super::Reader;
use super::items::Items;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::{Role, Source, Sources};

/// The names of the functions, methods and types in a Rust file that a worker may list, sorted. Whether each can be a tool is
/// known once it is read. Fails with the reason if the text cannot be split into items.
pub fn list_candidates(text: &str) -> Result<Vec<String>, &'static str> {
    let mut sources = Sources::default();
    let source = sources.add(Source {
        path: String::new(),
        text: text.into(),
        role: Role::Module(Vec::new()),
    });
    let items = Items::of(text).map_err(|fault| fault.reason)?;
    let mut unheard = Diagnostics::silent();
    Ok(Reader::new(&mut unheard, &sources, source, &[], &items).candidates())
}
