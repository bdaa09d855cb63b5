//! Converts `schemes`, `host` and `basePath` to servers.

use super::words;
use toolc_base::node::{Map, Node};
use toolc_base::order::sort_by_key;
use toolc_base::source::{Span, Spanned};

/// The address of an API as given by its document.
pub(super) struct Address {
    /// `None` if the address is relative to that of the document.
    host: Option<String>,
    path: String,
    span: Span,
}

impl Address {
    /// The address in a document; `None` if there is none.
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

    /// Adds the servers for the schemes that a document or an operation names.
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

/// The usable schemes, the secure one first. If none is named, it is the one by which the document
/// was fetched; as that is no longer known, `https`.
fn of_http(mut schemes: Vec<Spanned<String>>, span: Span) -> Vec<Spanned<String>> {
    schemes
        .iter_mut()
        .for_each(|scheme| scheme.value.make_ascii_lowercase());
    schemes.retain(|scheme| matches!(scheme.value.as_str(), "https" | "http"));
    sort_by_key(&mut schemes, &mut |scheme| scheme.value != "https");
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
