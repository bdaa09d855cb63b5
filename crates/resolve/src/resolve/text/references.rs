//! Where references lead within the text of a schema, and the definitions that come from them.

use super::{Text, Waiting};
use toolc_base::node::{Entry, Node};
use toolc_model::model::{Definition, SchemaText};
use toolc_runtime::meta_schema::Unfit;
use toolc_schema::schema::link::reference::Target;
use toolc_schema::schema::link::resources::Root;

impl<'n> Text<'_, 'n> {
    /// A reference that leads nowhere, where nobody reports it.
    pub(super) fn find_dangling(&mut self, entry: &'n Entry, root: Root<'n>) -> Option<Unfit> {
        let is_reference = matches!(entry.key.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef");
        let text = entry
            .value
            .as_str()
            .filter(|_| self.is_unread && is_reference)?;
        let found = self
            .writer
            .resources
            .follow_reference(&entry.key, text, root);
        found.is_err().then_some(Unfit::Dangling)
    }

    /// Where a reference leads within the whole text.
    pub(super) fn target(
        &mut self,
        keyword: &str,
        reference: &str,
        root: Root<'n>,
    ) -> Option<String> {
        let resources = &mut self.writer.resources;
        let Target { node, root } = resources.follow_reference(keyword, reference, root).ok()?;
        let is_start = root.scope == self.start.scope;
        let is_whole = std::ptr::eq(node, &*self.draft.node);
        if is_whole && is_start && self.is_root {
            return Some("#".to_owned());
        }
        if !is_whole && std::ptr::eq(node, &*self.draft.root) {
            return None;
        }
        let address = (std::ptr::from_ref(node), root.scope);
        let index = match self.writer.known.get(&address).copied() {
            Some(index) => index,
            // tools that reach this many definitions are not compiled
            None if self.writer.is_full(root.scope) => return None,
            None => self.define(reference, node, root),
        };
        if !self.out.uses.contains(&index) {
            self.out.uses.push(index);
        }
        let name = &self.writer.definitions[index].name;
        Some(format!("#/$defs/{name}"))
    }

    fn define(&mut self, reference: &str, target: &'n Node, root: Root<'n>) -> usize {
        let shared = self.writer.resources.is_foreign(root, self.start);
        let names = &mut self.writer.names;
        let name = names.assign_name(&self.draft.root, reference, shared);
        let index = self.writer.definitions.len();
        self.writer.definitions.push(Definition {
            name,
            schema: SchemaText::default(),
        });
        let address = (std::ptr::from_ref(target), root.scope);
        self.writer.known.insert(address, index);
        self.waiting.push(Waiting {
            index,
            node: target,
            root,
            is_unread: self.is_unread,
        });
        index
    }
}
