//! Keys of arguments that become names in a request and collide with other names there.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::http::{Origin, Parameter, Place, Scheme};
use toolc_model::model::{Catalog, HttpCall, Tool};
use toolc_schema::schema::shape::{Object, Shape, ShapeId};

/// Reports described keys that are refused whenever a model sends them.
pub(super) fn check_taken_names(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in &catalog.tools {
        let Some(call) = catalog.http_engine(tool) else {
            continue;
        };
        for parameter in &call.operation.parameters {
            if let Origin::Argument(argument) = &parameter.value {
                let keys = keys(catalog, tool, argument);
                let keys =
                    keys.filter(|key| parameter.name_of_key(key).is_some_and(|name| name == *key));
                let taken = keys.filter_map(|key| Some((key, owner(&call, parameter, key)?)));
                for (key, owner) in taken {
                    diagnostics.push(refused(tool, argument, key, owner));
                }
            }
        }
    }
}

fn refused(tool: &Tool, argument: &str, key: &str, owner: &str) -> Diagnostic {
    let message = format!(
        "calls of `{}` with the key `{key}` of `{argument}` are refused: it is the name of {owner} of the \
         same request",
        tool.qualified()
    );
    Diagnostic::new(Code::TAKEN_NAME, tool.span, message)
        .label("both would be sent under one name")
        .help(format!(
            "take `{key}` out of the schema of `{argument}`, or write `style: deepObject` if the API \
             reads it so, both by an overlay"
        ))
}

/// The keys that the schema of an argument describes.
fn keys<'c>(catalog: &'c Catalog, tool: &Tool, argument: &str) -> impl Iterator<Item = &'c str> {
    let arguments = object(catalog, tool.input);
    let fields = arguments.into_iter().flat_map(|object| &object.fields);
    let field = fields.into_iter().find(|field| field.name == argument);
    let value = field.and_then(|field| object(catalog, field.shape));
    let fields = value.into_iter().flat_map(|object| &object.fields);
    let open =
        fields.filter(|field| !matches!(catalog.shapes.get(field.shape).shape, Shape::Never));
    open.map(|field| field.name.as_str())
}

fn object(catalog: &Catalog, id: ShapeId) -> Option<&Object> {
    match &catalog.shapes.get(id).shape {
        Shape::Object(object) => Some(object),
        Shape::Nullable(inner) | Shape::Complete(inner, _) => self::object(catalog, *inner),
        _ => None,
    }
}

/// What else in the request has this name in the parameter's location.
fn owner(call: &HttpCall<'_>, parameter: &Parameter, key: &str) -> Option<&'static str> {
    let mut others = call.operation.parameters.iter();
    let other = others.find(|other| {
        other.place == parameter.place && other.name == key && other.value != parameter.value
    });
    match other.map(|other| &other.value) {
        Some(Origin::Argument(_)) => Some("another argument"),
        Some(Origin::Constant(_)) => Some("a constant"),
        Some(Origin::Hidden) => Some("a hidden argument"),
        None => is_credential(call, parameter.place, key).then_some("a credential"),
    }
}

fn is_credential(call: &HttpCall<'_>, place: Place, key: &str) -> bool {
    let security = call.security();
    security
        .iter()
        .flatten()
        .any(|needed| match &needed.scheme {
            Scheme::ApiKey { place: at, name } => *at == place && name == key,
            _ => false,
        })
}
