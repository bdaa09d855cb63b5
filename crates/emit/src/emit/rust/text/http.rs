//! The request for a tool's call, as static data.

use crate::emit::ident::{Scope, pascal_case, screaming_case};
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use std::collections::HashMap;
use toolc_model::model::engine::{Credential, HttpEngine};
use toolc_model::model::http::{
    Body, Content, Field, Form, Origin, Parameter, PartHeader, Requirement, Scheme, Server, Styled,
    Within,
};
use toolc_model::model::{HttpCall, Injected, Refusal};
use toolc_schema::rust::{
    Ident, Page, Rust, Text, Variant, put, rust, write_line, write_option, write_snippet,
};

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
        let operation = call.operation;
        let marker = Ident(&names.marker);
        let api = api(&call.engine.name, call.settings);
        let api = self.shared("HTTP_API", &rust!(rt::http::Api), &api);
        let servers = servers(&operation.servers);
        let servers = self.shared("HTTP_SERVERS", &rust!(&[rt::http::Server]), &servers);
        let (kind, security) = (rust!(&[&[rt::http::Requirement]]), security(&call));
        let security = self.shared("HTTP_SECURITY", &kind, &security);
        let parameters = operation.parameters.iter();
        let parameters: Vec<String> = parameters.map(|each| self.parameter_name(each)).collect();
        let body = operation.body.as_ref().map(|each| self.body_name(each));
        Some(rust!(
            impl rt::http::Endpoint for #marker {
                const OPERATION: &'static rt::http::Operation = &rt::http::Operation {
                    api: &#(Ident(&api)),
                    method: #(Text(&operation.method)),
                    path: #(Text(&operation.path)),
                    parameters: &[#(for name in &parameters => #(Ident(name)),)],
                    body: #(write_option(body.as_deref().map(Ident))),
                    servers: #(Ident(&servers)),
                    security: #(Ident(&security)),
                    accept: #(Text(&operation.accepts.join(", "))),
                    refusals: &[#(for refusal in &tool.refusals => #(put_refusal(layout, refusal)),)],
                    injected: &[#(for injected in &tool.injected => #(put_injected(layout, injected)),)],
                };
            }
        ))
    }

    /// The name of a shared parameter. Operations have many parameters, few of them distinct: so
    /// each is compiled once.
    fn parameter_name(&mut self, each: &Parameter) -> String {
        let wish = screaming_case(&format!("Http{}", pascal_case(&each.name)));
        self.shared(&wish, &rust!(rt::http::Parameter), &parameter(each))
    }

    fn body_name(&mut self, each: &Body) -> String {
        self.shared("HTTP_BODY", &rust!(rt::http::Body), &body(each))
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

fn put_refusal(layout: &Layout<'_>, refusal: &Refusal) -> impl Rust {
    let schema = write_snippet(move |out| match refusal.shape {
        Some(shape) => put!(out, #(layout.schema_ref(shape))),
        None => put!(out, &rt::Schema::Never),
    });
    rust!(rt::http::Refusal {
        first: #(u64::from(refusal.statuses.first)),
        last: #(u64::from(refusal.statuses.last)),
        schema: #schema,
        secrets: &[#(for pointer in &refusal.secrets => #(Text(pointer)),)],
    })
}

fn put_injected(layout: &Layout<'_>, injected: &Injected) -> impl Rust {
    rust!(rt::http::Injected {
        name: #(Text(&injected.name)),
        schema: #(layout.schema_ref(injected.shape)),
        is_secret: #(injected.is_secret),
    })
}

fn servers(servers: &[Server]) -> impl Rust {
    rust!(&[#(for each in servers => #(server(each)),)])
}

fn security(call: &HttpCall<'_>) -> impl Rust {
    let security = call.security();
    rust!(&[#(for needed in &*security =>
        &[#(for each in needed => #(requirement(each)),)],
    )])
}

fn api(name: &str, settings: &HttpEngine) -> impl Rust {
    rust!(rt::http::Api {
        engine: #(Text(name)),
        base_url: #(write_option(settings.base_url.as_ref().map(|url| Text(&url.value)))),
        variables: &[#(for (name, value) in &settings.variables =>
            (#(Text(&name.value)), #(Text(value))),
        )],
        credentials: &[#(for (scheme, each) in &settings.credentials =>
            (#(Text(&scheme.value)), #(credential(each))),
        )],
        hosts: &[#(for host in &settings.hosts => #(Text(host)),)],
        private: #(settings.private),
        plain_http: #(settings.plain_http),
        timeout: ::core::time::Duration::from_millis(#(settings.timeout)),
        retries: #(settings.retries),
        max_response: #(settings.max_response),
        expose: &[#(for exposed in &settings.expose => (#(u64::from(exposed.value.first)), #(u64::from(exposed.value.last))),)],
    })
}

fn credential(credential: &Credential) -> impl Rust {
    write_snippet(move |out| match credential {
        Credential::Token { env } => {
            put!(out, rt::http::Credential::Token { env: #(Text(env)) });
        }
        Credential::Bearer { env } => {
            put!(out, rt::http::Credential::Bearer { env: #(Text(env)) });
        }
        Credential::Basic {
            username_env,
            password_env,
        } => put!(out, rt::http::Credential::Basic {
            username_env: #(Text(username_env)),
            password_env: #(Text(password_env)),
        }),
        Credential::Client {
            id_env,
            secret_env,
            token_url,
        } => put!(out, rt::http::Credential::Client {
            id_env: #(Text(id_env)),
            secret_env: #(Text(secret_env)),
            token_url: #(write_option(token_url.as_deref().map(Text))),
        }),
    })
}

fn parameter(parameter: &Parameter) -> impl Rust {
    rust!(rt::http::Parameter {
        value: #(origin(&parameter.value)),
        name: #(Text(&parameter.name)),
        place: rt::http::Place::#(Variant(parameter.place)),
        form: #(form(&parameter.form)),
    })
}

fn origin(origin: &Origin) -> impl Rust {
    write_snippet(move |out| match origin {
        Origin::Argument(name) => put!(out, rt::http::Origin::Argument(#(Text(name)))),
        Origin::Constant(json) => put!(out, rt::http::Origin::Constant(#(Text(json)))),
        Origin::Hidden => put!(out, rt::http::Origin::Hidden),
    })
}

fn form(form: &Form) -> impl Rust {
    write_snippet(move |out| match form {
        Form::Style(Styled::SIMPLE) => put!(out, rt::http::Form::SIMPLE),
        Form::Style(Styled::FORM) => put!(out, rt::http::Form::FORM),
        Form::Style(styled) => put!(out, rt::http::Form::Style(rt::http::Styled {
            style: rt::http::Style::#(Variant(styled.style)),
            explode: #(styled.explode),
            allow_reserved: #(styled.allow_reserved),
            inner: #(write_option(styled.inner.map(|inner| rust!(rt::http::Style::#(Variant(inner)))))),
        })),
        Form::Content(media_type) => put!(out, rt::http::Form::Content(#(Text(media_type)))),
    })
}

fn body(body: &Body) -> impl Rust {
    rust!(rt::http::Body {
        media_type: #(Text(&body.media_type)),
        encoding: rt::http::Encoding::#(Variant(body.encoding)),
        content: #(content(&body.content)),
        required: #(body.required),
        within: &[#(for each in &body.within => #(within(each)),)],
        fields: &[#(for each in &body.fields => #(field(each)),)],
        names: &[#(for each in &body.names => #(Text(each)),)],
        headers: &[#(for each in &body.headers => #(part_header(each)),)],
    })
}

fn content(content: &Content) -> impl Rust {
    write_snippet(move |out| match content {
        Content::Argument(name) => put!(out, rt::http::Content::Argument(#(Text(name)))),
        Content::Rest(constants) => put!(out, rt::http::Content::Rest(&[
            #(for (name, value) in constants => (#(Text(name)), #(Text(value))),)
        ])),
    })
}

fn within(within: &Within) -> impl Rust {
    rust!(rt::http::Within {
        path: &[#(for name in &within.path => #(Text(name)),)],
        value: #(Text(&within.value)),
    })
}

fn field(field: &Field) -> impl Rust {
    let (name, form, is_file) = (Text(&field.name), form(&field.form), field.is_file);
    rust!(rt::http::Field { name: #name, form: #form, is_file: #is_file })
}

fn part_header(header: &PartHeader) -> impl Rust {
    rust!(rt::http::PartHeader {
        part: #(Text(&header.part)),
        name: #(Text(&header.name)),
        value: #(Text(&header.value)),
    })
}

fn server(server: &Server) -> impl Rust {
    rust!(rt::http::Server {
        url: #(Text(&server.url)),
        variables: &[#(for variable in &server.variables =>
            (#(Text(&variable.name)), #(Text(&variable.default))),
        )],
    })
}

fn requirement(requirement: &Requirement) -> impl Rust {
    rust!(rt::http::Requirement {
        name: #(Text(&requirement.name)),
        scheme: rt::http::Scheme::#(scheme(&requirement.scheme)),
        scopes: &[#(for scope in &requirement.scopes => #(Text(scope)),)],
    })
}

fn scheme(scheme: &Scheme) -> impl Rust {
    write_snippet(move |out| match scheme {
        Scheme::Bearer => put!(out, Bearer),
        Scheme::Basic => put!(out, Basic),
        Scheme::ApiKey { place, name } => {
            put!(out, ApiKey { place: rt::http::Place::#(Variant(place)), name: #(Text(name)) });
        }
        Scheme::ClientCredentials { token_url } => {
            put!(out, ClientCredentials { token_url: #(Text(token_url)) });
        }
        Scheme::Incomplete(gap) => put!(out, Other(#(Text(gap.word())))),
        Scheme::Other(what) => put!(out, Other(#(Text(what)))),
    })
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
