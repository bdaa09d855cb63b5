//! The requests that tools make.

use std::collections::HashMap;
use toolc_model::model::http::Operation;
use toolc_model::model::{HttpCall, Injected, Refusal, Tool};
use toolc_runtime::operation as table;
use toolc_runtime::schema::Schema;
use toolc_schema::data::{Data, Maybe, Ref, leak_slice, leak_value, leak_word, leak_words, list};
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
        let security = list(&security, |needed| list(needed, |each| each));
        leak_value(table::Operation {
            api: self.api(call),
            method: leak_word(method),
            path: leak_word(path),
            parameters: list(parameters, |each| each).build(),
            body: Maybe(body.as_ref()).build(),
            servers: list(servers, |each| each).build(),
            security: security.build(),
            accept: leak_word(&accepts.join(", ")),
            refusals: leak_slice(tool.refusals.iter().map(|each| leak_refusal(tables, each))),
            injected: leak_slice(tool.injected.iter().map(|each| leak_injected(tables, each))),
        })
    }

    fn api(&mut self, call: &HttpCall<'_>) -> &'static table::Api {
        let name = &call.engine.name;
        if let Some(api) = self.0.get(name) {
            return api;
        }
        let api = Ref(call.api()).build();
        self.0.insert(name.to_owned(), api);
        api
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
