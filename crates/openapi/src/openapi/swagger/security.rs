//! Converts `securityDefinitions` to `components/securitySchemes`.

use super::{copy_entry, mapping_at};
use toolc_base::node::{Map, Node};

/// The names of OAuth 2 flows in Swagger 2.0 and since OpenAPI 3.0.
const FLOWS: &[(&str, &str)] = &[
    ("implicit", "implicit"),
    ("password", "password"),
    ("application", "clientCredentials"),
    ("accessCode", "authorizationCode"),
];

/// Moves the schemes to their new place.
pub(super) fn upgrade_security(root: &mut Map) {
    let Some(entry) = root.entry("securityDefinitions").cloned() else {
        return;
    };
    let mut schemes = entry.value;
    for (_, scheme) in schemes.as_map_mut().into_iter().flat_map(Map::values_mut) {
        upgrade_scheme(scheme);
    }
    if let Some(components) = mapping_at(root, "components", entry.key_span) {
        components.insert("securitySchemes", entry.key_span, schemes);
    }
}

fn upgrade_scheme(scheme: &mut Node) {
    let span = scheme.span;
    let Some(map) = scheme.as_map_mut() else {
        return;
    };
    match map.get_str("type") {
        Some("basic") => {
            map.insert("type", span, Node::string("http", span));
            map.insert("scheme", span, Node::string("basic", span));
        }
        Some("oauth2") => {
            let flow = map.get_str("flow").unwrap_or("");
            let row = FLOWS.iter().find(|(name, _)| *name == flow);
            let name = row.map_or("implicit", |(_, name)| *name);
            let mut flow = Map::default();
            for key in ["authorizationUrl", "tokenUrl", "scopes"] {
                copy_entry(map, key, &mut flow, key);
            }
            let mut flows = Node::map(Map::default(), span);
            let flow = Node::map(flow, span);
            flows
                .as_map_mut()
                .into_iter()
                .for_each(|flows| flows.insert(name, span, flow.clone()));
            map.insert("flows", span, flows);
        }
        _ => {}
    }
}
