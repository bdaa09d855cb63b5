//! The additional names of types.

use super::prose::{plain_doc, starts_upper};
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::Alias;
use toolc_schema::rust::{Ident, Rust, rust};

impl Layout<'_> {
    /// The alias item.
    pub fn alias_item(&self, alias: &Alias) -> impl Rust {
        let planned = &self.types[alias.of];
        let (name, of) = (Ident(&alias.name), Ident(&planned.name));
        let place = starts_upper(&alias.place);
        let docs = plain_doc(format!("{place}: the same as [`{}`].", planned.name));
        let lifetime = self.lifetime(planned);
        rust!(#docs pub type #name #lifetime = #of #lifetime;)
    }
}
