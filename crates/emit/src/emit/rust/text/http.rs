//! The request for a tool's call, as static data.

use crate::emit::ident::{Scope, pascal_case, screaming_case};
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use std::collections::HashMap;
use toolc_model::model::HttpCall;
use toolc_model::model::http::{Body, InjectedData, OperationData, Parameter, RefusalData};
use toolc_schema::data::{Code, InCode, list};
use toolc_schema::rust::{Ident, Page, Rust, Tokens, rust, write_line};

/// What the operations of a module share: the API, lists of servers and security schemes,
/// parameters and bodies. Each is written once.
#[derive(Default)]
pub struct Shared {
    scope: Scope,
    /// Names, by the text of type and value.
    names: HashMap<String, String>,
    /// The statics.
    pub items: Page,
}

impl Shared {
    /// Starts with nothing shared.
    pub fn new(layout: &Layout<'_>) -> Self {
        Shared {
            scope: layout.table_scope.clone(),
            ..Shared::default()
        }
    }

    /// How calls of the tool become requests, if an engine makes them.
    pub fn operation_item(&mut self, layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
        let tool = layout.tool(names);
        let call = layout.catalog.http_engine(tool)?;
        let marker = Ident(&names.marker);
        let refusals = tool.refusals.iter().map(|refusal| RefusalData {
            refusal,
            schema: match refusal.shape {
                Some(shape) => Code::new(layout.schema_ref(shape)),
                None => Code::new(rust!(&rt::Schema::Never)),
            },
        });
        let injected = tool.injected.iter().map(|injected| InjectedData {
            injected,
            schema: Code::new(layout.schema_ref(injected.shape)),
        });
        let operation = self.request(&call, refusals.collect(), injected.collect());
        Some(rust!(
            impl rt::http::Endpoint for #marker {
                const OPERATION: &'static rt::http::Operation = &#operation;
            }
        ))
    }

    /// The request of a call, whose parts are written once.
    pub(super) fn request<'c>(
        &mut self,
        call: &HttpCall<'c>,
        refusals: Vec<RefusalData<'c, InCode<'c>>>,
        injected: Vec<InjectedData<'c, InCode<'c>>>,
    ) -> OperationData<'c, InCode<'c>> {
        let operation = call.operation;
        let api = self.shared("HTTP_API", &rust!(rt::http::Api), &call.api());
        let servers = list(&operation.servers, |server| server);
        let servers = self.shared("HTTP_SERVERS", &rust!(&[rt::http::Server]), &servers);
        let security = call.security();
        let security = list(&security, |needed| list(needed, |each| each));
        let kind = rust!(&[&[rt::http::Requirement]]);
        let security = self.shared("HTTP_SECURITY", &kind, &security);
        let parameters = operation.parameters.iter();
        let parameters = parameters.map(|each| Code::new(Name(self.parameter_name(each))));
        let parameters = parameters.collect();
        let body = operation.body.as_ref();
        let body = body.map(|each| Code::new(Name(self.body_name(each))));
        OperationData {
            operation,
            api: Code::new(rust!(&#(Ident(&api)))),
            parameters,
            body,
            servers: Code::new(Name(servers)),
            security: Code::new(Name(security)),
            refusals,
            injected,
        }
    }

    /// The name of a shared parameter. Operations have many parameters, few of them distinct: so
    /// each is compiled once.
    fn parameter_name(&mut self, each: &Parameter) -> String {
        let wish = screaming_case(&format!("Http{}", pascal_case(&each.name)));
        self.shared(&wish, &rust!(rt::http::Parameter), each)
    }

    fn body_name(&mut self, each: &Body) -> String {
        self.shared("HTTP_BODY", &rust!(rt::http::Body), each)
    }

    /// The name of the static with this type and value.
    pub(super) fn shared(&mut self, wish: &str, kind: &impl Rust, value: &impl Rust) -> String {
        let (scope, items) = (&mut self.scope, &mut self.items);
        let key = write_line(rust!(#kind = #value));
        let name = self.names.entry(key).or_insert_with(|| {
            let name = scope.claim(wish);
            let static_name = Ident(&name);
            items.item(rust!(static #static_name: #kind = #value;));
            name
        });
        name.clone()
    }
}

/// The name of a static.
struct Name(String);

impl Rust for Name {
    fn put(&self, out: &mut Tokens) {
        Ident(&self.0).put(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_of_one_kind_is_not_that_of_another() {
        let mut shared = Shared::default();
        let empty = rust!(&[]);
        let servers = shared.shared("SERVERS", &rust!(&[Server]), &empty);
        let security = shared.shared("SECURITY", &rust!(&[Requirement]), &empty);
        assert_eq!([servers.as_str(), &security], ["SERVERS", "SECURITY"]);
        let again = shared.shared("SERVERS", &rust!(&[Server]), &empty);
        assert_eq!(again, servers);
        assert_eq!(
            shared
                .items
                .as_str()
                .lines()
                .filter(|line| !line.is_empty())
                .count(),
            2
        );
    }
}
