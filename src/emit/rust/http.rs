//! The request that a tool makes, as static data.

use super::literal::text;
use super::plan::{Plan, ToolPlan};
use super::types::ident;
use crate::emit::ident::Scope;
use crate::model::HttpCall;
use crate::model::engine::{Credential, HttpEngine};
use crate::model::http::{
    Body, Content, Field, Form, Origin, Parameter, Requirement, Scheme, Server,
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::HashMap;

/// What the operations of a module share: the API, lists of servers and of security schemes. Each
/// stands once.
#[derive(Default)]
pub struct Shared {
    scope: Scope,
    /// Names by the text of the type and the value.
    names: HashMap<String, String>,
    items: Vec<TokenStream>,
}

impl Shared {
    /// Nothing is shared yet.
    pub fn new(plan: &Plan<'_>) -> Self {
        Shared {
            scope: plan.table_scope.clone(),
            ..Shared::default()
        }
    }

    /// How the tool's calls become requests, where an engine makes them.
    pub fn operation_item(&mut self, plan: &Plan<'_>, names: &ToolPlan) -> Option<TokenStream> {
        let call = plan.catalog.http_engine(plan.tool(names))?;
        let marker = ident(&names.marker);
        let api = api(&call.engine.name, call.settings);
        let api = self.shared("HTTP_API", &quote!(rt::http::Api), &api);
        let operation = self.operation(&api, &call);
        Some(quote! {
            impl rt::http::Endpoint for #marker {
                const OPERATION: &'static rt::http::Operation = &#operation;
            }
        })
    }

    /// The statics.
    pub fn items(self) -> Vec<TokenStream> {
        self.items
    }

    /// The name of the static that has this type and this value.
    fn shared(&mut self, wish: &str, kind: &TokenStream, value: &TokenStream) -> TokenStream {
        let key = format!("{kind} = {value}");
        let name = match self.names.get(&key) {
            Some(name) => ident(name),
            None => {
                let name = self.scope.claim(wish);
                let static_name = ident(&name);
                self.items
                    .push(quote!(static #static_name: #kind = #value;));
                self.names.insert(key, name);
                static_name
            }
        };
        quote!(#name)
    }

    fn operation(&mut self, api: &TokenStream, call: &HttpCall<'_>) -> TokenStream {
        let operation = call.operation;
        let (method, path) = (text(&operation.method), text(&operation.path));
        let parameters = operation.parameters.iter().map(parameter);
        let body = match &operation.body {
            Some(body) => {
                let body = self::body(body);
                quote!(Some(#body))
            }
            None => quote!(None),
        };
        let servers = operation.servers.iter().map(server);
        let servers = quote!(&[#(#servers),*]);
        let servers = self.shared("HTTP_SERVERS", &quote!(&[rt::http::Server]), &servers);
        let security = call.security();
        let security = security.iter().map(|needed| {
            let needed = needed.iter().map(requirement);
            quote!(&[#(#needed),*])
        });
        let security = quote!(&[#(#security),*]);
        let kind = quote!(&[&[rt::http::Requirement]]);
        let security = self.shared("HTTP_SECURITY", &kind, &security);
        let accept = text(&operation.accepts.join(", "));
        quote! {
            rt::http::Operation {
                api: &#api,
                method: #method,
                path: #path,
                parameters: &[#(#parameters),*],
                body: #body,
                servers: #servers,
                security: #security,
                accept: #accept,
            }
        }
    }
}

fn api(name: &str, settings: &HttpEngine) -> TokenStream {
    let name = text(name);
    let base_url = option(settings.base_url.as_ref().map(|url| url.value.as_str()));
    let variables = settings.variables.iter().map(|(name, value)| {
        let (name, value) = (text(&name.value), text(value));
        quote!((#name, #value))
    });
    let credentials = settings.credentials.iter().map(|(scheme, credential)| {
        let (scheme, credential) = (text(&scheme.value), self::credential(credential));
        quote!((#scheme, #credential))
    });
    let hosts = settings.hosts.iter().map(|host| text(host));
    let (private, plain_http) = (settings.private, settings.plain_http);
    let timeout = Literal::u64_unsuffixed(settings.timeout);
    let retries = Literal::u32_unsuffixed(settings.retries);
    let max_response = Literal::u64_unsuffixed(settings.max_response);
    quote! {
        rt::http::Api {
            engine: #name,
            base_url: #base_url,
            variables: &[#(#variables),*],
            credentials: &[#(#credentials),*],
            hosts: &[#(#hosts),*],
            private: #private,
            plain_http: #plain_http,
            timeout: ::core::time::Duration::from_millis(#timeout),
            retries: #retries,
            max_response: #max_response,
        }
    }
}

fn credential(credential: &Credential) -> TokenStream {
    match credential {
        Credential::Token { env } => {
            let env = text(env);
            quote!(rt::http::Credential::Token { env: #env })
        }
        Credential::Basic {
            username_env,
            password_env,
        } => {
            let (username, password) = (text(username_env), text(password_env));
            quote!(rt::http::Credential::Basic { username_env: #username, password_env: #password })
        }
        Credential::Client {
            id_env,
            secret_env,
            token_url,
        } => {
            let (id, secret) = (text(id_env), text(secret_env));
            let token_url = option(token_url.as_deref());
            quote! {
                rt::http::Credential::Client { id_env: #id, secret_env: #secret, token_url: #token_url }
            }
        }
    }
}

fn parameter(parameter: &Parameter) -> TokenStream {
    let value = match &parameter.value {
        Origin::Argument(name) => {
            let name = text(name);
            quote!(rt::http::Origin::Argument(#name))
        }
        Origin::Constant(json) => {
            let json = text(json);
            quote!(rt::http::Origin::Constant(#json))
        }
    };
    let name = text(&parameter.name);
    let place = ident(&format!("{:?}", parameter.place));
    let form = form(&parameter.form);
    quote! {
        rt::http::Parameter { value: #value, name: #name, place: rt::http::Place::#place, form: #form }
    }
}

fn form(form: &Form) -> TokenStream {
    match form {
        Form::Style(styled) => {
            let style = ident(&format!("{:?}", styled.style));
            let (explode, allow_reserved) = (styled.explode, styled.allow_reserved);
            quote! {
                rt::http::Form::Style(rt::http::Styled {
                    style: rt::http::Style::#style,
                    explode: #explode,
                    allow_reserved: #allow_reserved,
                })
            }
        }
        Form::Content(media_type) => {
            let media_type = text(media_type);
            quote!(rt::http::Form::Content(#media_type))
        }
    }
}

fn body(body: &Body) -> TokenStream {
    let media_type = text(&body.media_type);
    let encoding = ident(&format!("{:?}", body.encoding));
    let content = match &body.content {
        Content::Argument(name) => {
            let name = text(name);
            quote!(rt::http::Content::Argument(#name))
        }
        Content::Rest(constants) => {
            let constants = pairs(constants);
            quote!(rt::http::Content::Rest(#constants))
        }
    };
    let required = body.required;
    let fields = body.fields.iter().map(field);
    quote! {
        rt::http::Body {
            media_type: #media_type,
            encoding: rt::http::Encoding::#encoding,
            content: #content,
            required: #required,
            fields: &[#(#fields),*],
        }
    }
}

fn field(field: &Field) -> TokenStream {
    let (name, form, is_file) = (text(&field.name), form(&field.form), field.is_file);
    quote!(rt::http::Field { name: #name, form: #form, is_file: #is_file })
}

fn server(server: &Server) -> TokenStream {
    let url = text(&server.url);
    let variables = server.variables.iter().map(|variable| {
        let (name, default) = (text(&variable.name), text(&variable.default));
        quote!((#name, #default))
    });
    quote!(rt::http::Server { url: #url, variables: &[#(#variables),*] })
}

fn requirement(requirement: &Requirement) -> TokenStream {
    let name = text(&requirement.name);
    let scheme = match &requirement.scheme {
        Scheme::Bearer => quote!(Bearer),
        Scheme::Basic => quote!(Basic),
        Scheme::ApiKey { place, name } => {
            let (place, name) = (ident(&format!("{place:?}")), text(name));
            quote!(ApiKey { place: rt::http::Place::#place, name: #name })
        }
        Scheme::ClientCredentials { token_url } => {
            let token_url = text(token_url);
            quote!(ClientCredentials { token_url: #token_url })
        }
        Scheme::Other(what) => {
            let what = text(what);
            quote!(Other(#what))
        }
    };
    let scopes = requirement.scopes.iter().map(|scope| text(scope));
    quote! {
        rt::http::Requirement { name: #name, scheme: rt::http::Scheme::#scheme, scopes: &[#(#scopes),*] }
    }
}

fn pairs(pairs: &[(String, String)]) -> TokenStream {
    let pairs = pairs.iter().map(|(name, value)| {
        let (name, value) = (text(name), text(value));
        quote!((#name, #value))
    });
    quote!(&[#(#pairs),*])
}

fn option(value: Option<&str>) -> TokenStream {
    match value {
        Some(value) => {
            let value = text(value);
            quote!(Some(#value))
        }
        None => quote!(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_of_one_kind_is_not_that_of_another() {
        let mut shared = Shared::default();
        let empty = quote!(&[]);
        let mut name = |wish, kind| shared.shared(wish, &kind, &empty).to_string();
        let servers = name("SERVERS", quote!(&[Server]));
        let security = name("SECURITY", quote!(&[Requirement]));
        assert_eq!([servers.as_str(), &security], ["SERVERS", "SECURITY"]);
        assert_eq!(name("SERVERS", quote!(&[Server])), servers);
        assert_eq!(shared.items.len(), 2);
    }
}
