//! One schema, compiled to tables.

use serde_json::{Value, json};
use toolc::diagnostic::Diagnostics;
use toolc::source::{Role, Source, Sources};
use toolc_base::parse::parse_source;
use toolc_model::config::Config;
use toolc_model::model::Catalog;
use toolc_read::read::{Dialects, read_source};
use toolc_resolve::resolve::resolve_catalog;
use toolc_runtime::{Violation, Violations};
use toolc_schema::schema::tables::Tables;

/// Compiles a schema as the property `v` of the only tool's arguments.
pub fn compile(schema: &Value) -> Catalog {
    let input = json!({ "type": "object", "properties": { "v": schema } });
    let tool = json!({ "name": "tool", "inputSchema": input });
    catalog("one.mcp.json", &json!({ "tools": [tool] }).to_string())
}

/// Compiles one document to tables.
pub fn catalog(path: &str, text: &str) -> Catalog {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: path.to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    let mut diagnostics = Diagnostics::default();
    let node = parse_source(&mut diagnostics, &sources, id).expect("well-formed JSON");
    let draft = read_source(
        &mut diagnostics,
        &sources,
        &Config::default(),
        &Dialects::default(),
        id,
        node,
    );
    resolve_catalog(&mut diagnostics, &sources, draft, &Config::default())
}

/// Returns the violations of a schema by a text.
pub fn violations(schema: &Value, text: &str) -> Option<Violations> {
    let catalog = compile(schema);
    let table = Tables::new(&catalog.shapes).table(catalog.tools[0].input, 8);
    toolc_runtime::validate(table, &format!("{{\"v\":{text}}}")).err()
}

/// Returns the violations as text: keyword, pointer and rule.
pub fn judge(schema: &Value, text: &str) -> Vec<String> {
    let violations = violations(schema, text);
    let show = |violation: &Violation| format!("{} {violation}", violation.keyword);
    violations.iter().flatten().map(show).collect()
}
