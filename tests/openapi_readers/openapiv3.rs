//! OpenAPI 3.0 as the crate `openapiv3` reads it.

use crate::reference::follow;
use crate::view::{Api, Body, Operation, key};
use openapiv3::{OpenAPI, Parameter, PathItem, ReferenceOr, RequestBody};
use serde::de::DeserializeOwned;
use serde_json::Value;

pub fn read(document: &Value) -> Result<Api, String> {
    let description: OpenAPI =
        serde_json::from_value(document.clone()).map_err(|error| error.to_string())?;
    let mut api = Api::new();
    for (path, item) in &description.paths.paths {
        // a reference to a path that does not resolve has no operations for either reader
        let Ok(item) = resolve::<PathItem>(document, item) else {
            continue;
        };
        for (method, operation) in item.iter() {
            let mut read = Operation::default();
            for parameter in item.parameters.iter().chain(&operation.parameters) {
                let parameter: Parameter = resolve(document, parameter)?;
                let place = match &parameter {
                    Parameter::Query { .. } => "query",
                    Parameter::Header { .. } => "header",
                    Parameter::Path { .. } => "path",
                    Parameter::Cookie { .. } => "cookie",
                };
                let data = parameter.parameter_data();
                let key = (place.to_owned(), data.name);
                read.parameters.insert(key, data.required);
            }
            if let Some(body) = &operation.request_body {
                let body: RequestBody = resolve(document, body)?;
                read.body = Some(Body {
                    required: body.required,
                    media: body.content.keys().cloned().collect(),
                    encoding: None,
                });
            }
            api.entry(key(method, path)).or_default().push(read);
        }
    }
    Ok(api)
}

fn resolve<T: DeserializeOwned + Clone>(root: &Value, item: &ReferenceOr<T>) -> Result<T, String> {
    match item {
        ReferenceOr::Item(item) => Ok(item.clone()),
        ReferenceOr::Reference { reference } => follow(root, reference),
    }
}
