//! OpenAPI 3.1 as the crate `oas3` reads it.

use crate::reference::follow;
use crate::view::{Api, Body, Operation, key};
use oas3::spec::{ObjectOrReference, Parameter, ParameterIn, PathItem, RequestBody, Spec};
use serde::de::DeserializeOwned;
use serde_json::Value;

pub fn read(document: &Value) -> Result<Api, String> {
    let description: Spec =
        serde_json::from_value(document.clone()).map_err(|error| error.to_string())?;
    let mut api = Api::new();
    for (path, item) in description.paths.iter().flatten() {
        let item: PathItem = match &item.reference {
            // a reference to a path that does not resolve has no operations for either reader
            Some(reference) => match follow(document, reference) {
                Ok(item) => item,
                Err(_) => continue,
            },
            None => item.clone(),
        };
        for (method, operation) in item.methods() {
            let mut read = Operation::default();
            for parameter in item.parameters.iter().chain(&operation.parameters) {
                let parameter: Parameter = resolve(document, parameter)?;
                let place = match parameter.location {
                    ParameterIn::Query => "query",
                    ParameterIn::Header => "header",
                    ParameterIn::Path => "path",
                    ParameterIn::Cookie => "cookie",
                };
                let key = (place.to_owned(), parameter.name);
                read.parameters
                    .insert(key, parameter.required == Some(true));
            }
            if let Some(body) = &operation.request_body {
                let body: RequestBody = resolve(document, body)?;
                read.body = Some(Body {
                    required: body.required == Some(true),
                    media: body.content.keys().cloned().collect(),
                    encoding: None,
                });
            }
            api.entry(key(method.as_str(), path))
                .or_default()
                .push(read);
        }
    }
    Ok(api)
}

fn resolve<T: DeserializeOwned + Clone>(
    root: &Value,
    item: &ObjectOrReference<T>,
) -> Result<T, String> {
    match item {
        ObjectOrReference::Object(item) => Ok(item.clone()),
        ObjectOrReference::Ref { ref_path, .. } => follow(root, ref_path),
    }
}
