//! `schemes`, `host` and `basePath` to servers.

use super::words;
use crate::node::{Map, Node};
use crate::source::{Span, Spanned};

/// What a document says of the address of its API.
pub(super) struct Address {
    /// Without one, the address is relative to that of the document.
    host: Option<String>,
    path: String,
    span: Span,
}

impl Address {
    /// What a document says; `None` where it says nothing.
    pub(super) fn of(root: &Node) -> Option<Self> {
        let text = |key| Some((root.get_str(key)?.trim(), root.get(key)?.span));
        let (host, base) = (text("host"), text("basePath"));
        let span = host.or(base)?.1;
        let base = base.map_or("", |(base, _)| base.trim_matches('/'));
        let path = match base {
            "" => String::new(),
            base => format!("/{base}"),
        };
        let host = host.map(|(host, _)| host.trim_end_matches('/').to_owned());
        Some(Address {
            host: host.filter(|host| !host.is_empty()),
            path,
            span,
        })
    }

    /// Lets a document or an operation say where it is, by the schemes that it names.
    pub(super) fn write(&self, owner: &mut Map) {
        let schemes = words(Some(owner), "schemes").unwrap_or_default();
        let servers = match &self.host {
            Some(host) => of_http(schemes, self.span)
                .into_iter()
                .map(|scheme| {
                    let url = format!("{}://{host}{}", scheme.value, self.path);
                    server(&url, scheme.span)
                })
                .collect(),
            None => vec![server(&format!("{}/", self.path), self.span)],
        };
        let servers = Node::list(servers, self.span);
        owner.insert("servers", self.span, servers);
    }
}

/// The schemes that requests can be sent by, the safe one first. Where none is said it is that by
/// which the document was fetched, which nobody knows any more: `https`.
fn of_http(mut schemes: Vec<Spanned<String>>, span: Span) -> Vec<Spanned<String>> {
    schemes
        .iter_mut()
        .for_each(|scheme| scheme.value.make_ascii_lowercase());
    schemes.retain(|scheme| matches!(scheme.value.as_str(), "https" | "http"));
    schemes.sort_by_key(|scheme| scheme.value != "https");
    if schemes.is_empty() {
        schemes.push(Spanned::new("https".to_owned(), span));
    }
    schemes
}

fn server(url: &str, span: Span) -> Node {
    let mut server = Node::map(Map::default(), span);
    server
        .as_map_mut()
        .into_iter()
        .for_each(|map| map.insert("url", span, Node::string(url, span)));
    server
}
