//! The requests that tools make.

use core::time::Duration;
use std::collections::HashMap;
use toolc_base::source::Spanned;
use toolc_model::model::engine::{Credential, HttpEngine};
use toolc_model::model::http::{
    Body, Content, Encoding, Field, Form, Operation, Origin, Parameter, PartHeader, Place,
    Requirement, Scheme, Server, Style, Styled, Variable, Within,
};
use toolc_model::model::{HttpCall, Injected, Refusal, Tool};
use toolc_runtime::operation as table;
use toolc_runtime::schema::Schema;
use toolc_schema::schema::leak::{leak_slice, leak_value, leak_word, leak_words};
use toolc_schema::schema::tables::Tables;

/// The APIs, one entry each.
#[derive(Default)]
pub(super) struct Requests(HashMap<String, &'static table::Api>);

impl Requests {
    pub fn operation(
        &mut self,
        tables: &mut Tables<'_>,
        tool: &Tool,
        call: &HttpCall<'_>,
    ) -> &'static table::Operation {
        let Operation {
            method,
            path,
            parameters,
            body,
            servers,
            security: _,
            accepts,
            span: _,
            extent: _,
        } = call.operation;
        let security = call.security();
        let security = security
            .iter()
            .map(|needed| -> &'static [_] { leak_slice(needed.iter().map(leak_requirement)) });
        leak_value(table::Operation {
            api: self.api(&call.engine.name, call.settings),
            method: leak_word(method),
            path: leak_word(path),
            parameters: leak_slice(parameters.iter().map(leak_parameter)),
            body: body.as_ref().map(leak_body),
            servers: leak_slice(servers.iter().map(leak_server)),
            security: leak_slice(security),
            accept: leak_word(&accepts.join(", ")),
            refusals: leak_slice(tool.refusals.iter().map(|each| leak_refusal(tables, each))),
            injected: leak_slice(tool.injected.iter().map(|each| leak_injected(tables, each))),
        })
    }

    fn api(&mut self, name: &str, settings: &HttpEngine) -> &'static table::Api {
        if let Some(api) = self.0.get(name) {
            return api;
        }
        let api: &'static _ = leak_value(leak_api(name, settings));
        self.0.insert(name.to_owned(), api);
        api
    }
}

fn leak_api(name: &str, settings: &HttpEngine) -> table::Api {
    let HttpEngine {
        base_url,
        variables,
        credentials,
        scheme: _,
        hosts,
        private,
        plain_http,
        timeout,
        retries,
        max_response,
        expose,
    } = settings;
    table::Api {
        engine: leak_word(name),
        base_url: base_url.as_ref().map(leak_spanned),
        variables: leak_slice(
            variables
                .iter()
                .map(|(name, value)| (leak_spanned(name), leak_word(value))),
        ),
        credentials: leak_slice(
            credentials
                .iter()
                .map(|(scheme, each)| (leak_spanned(scheme), leak_credential(each))),
        ),
        hosts: leak_words(hosts),
        private: *private,
        plain_http: *plain_http,
        timeout: Duration::from_millis(*timeout),
        retries: *retries,
        max_response: *max_response,
        expose: leak_slice(
            expose
                .iter()
                .map(|exposed| (exposed.value.first, exposed.value.last)),
        ),
    }
}

fn leak_credential(credential: &Credential) -> table::Credential {
    match credential {
        Credential::Token { env } => table::Credential::Token {
            env: leak_word(env),
        },
        Credential::Bearer { env } => table::Credential::Bearer {
            env: leak_word(env),
        },
        Credential::Basic {
            username_env,
            password_env,
        } => table::Credential::Basic {
            username_env: leak_word(username_env),
            password_env: leak_word(password_env),
        },
        Credential::Client {
            id_env,
            secret_env,
            token_url,
        } => table::Credential::Client {
            id_env: leak_word(id_env),
            secret_env: leak_word(secret_env),
            token_url: token_url.as_deref().map(leak_word),
        },
    }
}

fn leak_refusal(tables: &mut Tables<'_>, refusal: &Refusal) -> table::Refusal {
    let Refusal {
        statuses,
        shape,
        fingerprint: _,
        secrets,
    } = refusal;
    table::Refusal {
        first: statuses.first,
        last: statuses.last,
        schema: shape.map_or(&Schema::Never, |shape| tables.full_table(shape)),
        secrets: leak_words(secrets),
    }
}

fn leak_injected(tables: &mut Tables<'_>, injected: &Injected) -> table::Injected {
    let Injected {
        name,
        shape,
        is_secret,
    } = injected;
    table::Injected {
        name: leak_word(name),
        schema: tables.full_table(*shape),
        is_secret: *is_secret,
    }
}

fn leak_parameter(parameter: &Parameter) -> table::Parameter {
    let Parameter {
        value,
        name,
        place,
        form,
    } = parameter;
    table::Parameter {
        value: match value {
            Origin::Argument(name) => table::Origin::Argument(leak_word(name)),
            Origin::Constant(json) => table::Origin::Constant(leak_word(json)),
            Origin::Hidden => table::Origin::Hidden,
        },
        name: leak_word(name),
        place: place_of(*place),
        form: leak_form(form),
    }
}

fn place_of(place: Place) -> table::Place {
    match place {
        Place::Path => table::Place::Path,
        Place::Query => table::Place::Query,
        Place::QueryString => table::Place::QueryString,
        Place::Header => table::Place::Header,
        Place::Cookie => table::Place::Cookie,
    }
}

fn leak_form(form: &Form) -> table::Form {
    let styled = match form {
        Form::Content(media_type) => return table::Form::Content(leak_word(media_type)),
        Form::Style(styled) => styled,
    };
    let Styled {
        style,
        explode,
        allow_reserved,
        inner,
    } = *styled;
    table::Form::Style(table::Styled {
        style: leak_style(style),
        explode,
        allow_reserved,
        inner: inner.map(leak_style),
    })
}

fn leak_style(style: Style) -> table::Style {
    match style {
        Style::Matrix => table::Style::Matrix,
        Style::Label => table::Style::Label,
        Style::Simple => table::Style::Simple,
        Style::Form => table::Style::Form,
        Style::SpaceDelimited => table::Style::SpaceDelimited,
        Style::PipeDelimited => table::Style::PipeDelimited,
        Style::DeepObject => table::Style::DeepObject,
        Style::Cookie => table::Style::Cookie,
        Style::TabDelimited => table::Style::TabDelimited,
        Style::Segments => table::Style::Segments,
    }
}

fn leak_body(body: &Body) -> table::Body {
    let Body {
        media_type,
        encoding,
        content,
        required,
        within,
        fields,
        names,
        headers,
    } = body;
    table::Body {
        media_type: leak_word(media_type),
        encoding: match encoding {
            Encoding::Json => table::Encoding::Json,
            Encoding::Form => table::Encoding::Form,
            Encoding::Multipart => table::Encoding::Multipart,
            Encoding::JsonLines => table::Encoding::JsonLines,
            Encoding::JsonSequence => table::Encoding::JsonSequence,
            Encoding::Text => table::Encoding::Text,
            Encoding::Bytes => table::Encoding::Bytes,
        },
        content: match content {
            Content::Argument(name) => table::Content::Argument(leak_word(name)),
            Content::Rest(constants) => {
                table::Content::Rest(leak_slice(constants.iter().map(leak_pair)))
            }
        },
        required: *required,
        within: leak_slice(within.iter().map(leak_within)),
        fields: leak_slice(fields.iter().map(leak_field)),
        names: leak_words(names),
        headers: leak_slice(headers.iter().map(leak_header)),
    }
}

fn leak_within(within: &Within) -> table::Within {
    let Within { path, value } = within;
    table::Within {
        path: leak_words(path),
        value: leak_word(value),
    }
}

fn leak_field(field: &Field) -> table::Field {
    let Field {
        name,
        form,
        is_file,
    } = field;
    table::Field {
        name: leak_word(name),
        form: leak_form(form),
        is_file: *is_file,
    }
}

fn leak_header(header: &PartHeader) -> table::PartHeader {
    let PartHeader { part, name, value } = header;
    table::PartHeader {
        part: leak_word(part),
        name: leak_word(name),
        value: leak_word(value),
    }
}

fn leak_server(server: &Server) -> table::Server {
    let Server {
        url,
        span: _,
        variables,
    } = server;
    table::Server {
        url: leak_word(url),
        variables: leak_slice(variables.iter().map(|variable| {
            let Variable {
                name,
                default,
                choices: _,
            } = variable;
            (leak_word(name), leak_word(default))
        })),
    }
}

fn leak_requirement(requirement: &Requirement) -> table::Requirement {
    let Requirement {
        name,
        scheme,
        scopes,
    } = requirement;
    table::Requirement {
        name: leak_word(name),
        scheme: match scheme {
            Scheme::Bearer => table::Scheme::Bearer,
            Scheme::Basic => table::Scheme::Basic,
            Scheme::ApiKey { place, name } => table::Scheme::ApiKey {
                place: place_of(*place),
                name: leak_word(name),
            },
            Scheme::ClientCredentials { token_url } => table::Scheme::ClientCredentials {
                token_url: leak_word(token_url),
            },
            Scheme::Incomplete(gap) => table::Scheme::Other(gap.word()),
            Scheme::Other(what) => table::Scheme::Other(leak_word(what)),
        },
        scopes: leak_words(scopes),
    }
}

fn leak_pair((name, value): &(String, String)) -> (&'static str, &'static str) {
    (leak_word(name), leak_word(value))
}

fn leak_spanned(text: &Spanned<String>) -> &'static str {
    leak_word(&text.value)
}
