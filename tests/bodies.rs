//! Bodies as arguments, compared with an independent validator: a call is valid exactly if its parameters and
//! its body are, whether the body is one argument or several.

#[path = "support/one.rs"]
#[expect(dead_code, reason = "a part of it serves other tests")]
mod one;
#[path = "support/random.rs"]
mod random;
#[path = "support/size.rs"]
mod size;

use jsonschema::Validator;
use random::Random;
use serde_json::{Map, Value, json};
use toolc_model::model::http::{Body, Content};
use toolc_schema::schema::tables::Tables;

const KEYS: &[&str] = &["a", "b", "c", "d"];

/// Schemas of properties. Some of them accept none of the values.
fn property(random: &mut Random) -> Value {
    random.pick(&[
        json!({}),
        json!({ "type": "string" }),
        json!({ "type": "integer", "minimum": 2 }),
        json!({ "type": ["string", "null"] }),
        json!({ "minLength": 2 }),
        json!({ "$ref": "#/components/schemas/One" }),
        json!(false),
    ])
}

/// An object, usually with nothing but properties.
fn object(random: &mut Random) -> Value {
    let mut schema = Map::new();
    if random.chance(90) {
        schema.insert("type".to_owned(), json!("object"));
    }
    let properties: Map<String, Value> = (0..random.below(4))
        .map(|_| (random.pick(KEYS).to_owned(), property(random)))
        .collect();
    if random.chance(95) {
        schema.insert("properties".to_owned(), Value::Object(properties));
    }
    if random.chance(40) {
        schema.insert("required".to_owned(), json!([random.pick(KEYS)]));
    }
    if random.chance(25) {
        let closed = random.pick(&[
            json!(false),
            json!(false),
            json!(true),
            json!({}),
            json!({ "type": "string" }),
        ]);
        schema.insert("additionalProperties".to_owned(), closed);
    }
    if random.chance(10) {
        let (key, value) = random.pick(&[
            ("minProperties", json!(2)),
            ("propertyNames", json!({ "maxLength": 1 })),
            ("patternProperties", json!({ "a": { "type": "string" } })),
            ("dependentRequired", json!({ "a": ["b"] })),
            ("not", json!({ "required": ["a"] })),
            ("description", json!("An object.")),
        ]);
        schema.insert(key.to_owned(), value);
    }
    Value::Object(schema)
}

/// A body: an object, a component, or several joined.
fn body(random: &mut Random) -> Value {
    let part = |random: &mut Random| match random.below(3) {
        0 => object(random),
        1 => json!({ "$ref": "#/components/schemas/One" }),
        _ => json!({ "$ref": "#/components/schemas/Two" }),
    };
    match random.below(4) {
        0 => object(random),
        1 => part(random),
        2 => json!({ "allOf": [part(random), part(random)] }),
        _ => {
            let mut schema = object(random);
            schema["allOf"] = json!([part(random)]);
            schema
        }
    }
}

fn value(random: &mut Random) -> Value {
    let mut values = Map::new();
    for _ in 0..random.below(5) {
        let key = random.pick(&["a", "b", "c", "d", "e", "aa"]).to_owned();
        let value = random.pick(&[
            json!("x"),
            json!("xy"),
            json!(1),
            json!(2),
            json!(null),
            json!({ "a": "x" }),
        ]);
        values.insert(key, value);
    }
    Value::Object(values)
}

struct Api {
    schema: Value,
    components: Value,
    required: bool,
}

impl Api {
    fn random(random: &mut Random) -> Self {
        Api {
            components: json!({ "schemas": { "One": object(random), "Two": object(random) } }),
            schema: body(random),
            required: random.chance(60),
        }
    }

    fn document(&self) -> Value {
        json!({
            "openapi": "3.1.0",
            "info": { "title": "t", "version": "1" },
            "components": self.components,
            "paths": { "/a": { "post": {
                "parameters": [{ "name": "q", "in": "query", "schema": { "type": "integer" } }],
                "requestBody": {
                    "required": self.required,
                    "content": { "application/json": { "schema": self.schema } },
                },
            } } },
        })
    }

    /// The reference validator of a body.
    fn referee(&self) -> Validator {
        let schema = json!({ "components": self.components, "allOf": [self.schema] });
        jsonschema::validator_for(&schema).expect("a legal schema")
    }
}

/// Returns the arguments that carry a body and the parameter, and whether they are valid.
fn call(api: &Api, written: Option<&Body>, value: &Value, q: &Value) -> Option<(Value, bool)> {
    let is_body = api.referee().is_valid(value);
    let is_empty = value.as_object().is_some_and(Map::is_empty);
    let mut arguments = Map::new();
    let is_legal = match &written?.content {
        Content::Argument(name) => {
            arguments.insert(name.clone(), value.clone());
            is_body
        }
        Content::Rest(_) => {
            arguments.extend(value.as_object()?.clone());
            is_body || !api.required && is_empty
        }
    };
    arguments.insert("q".to_owned(), q.clone());
    Some((Value::Object(arguments), is_legal && q.is_i64()))
}

#[test]
fn a_call_is_legal_where_its_parameters_and_its_body_are() {
    let mut random = Random::new(7);
    let (mut flat, mut whole, mut legal) = (0, 0, 0);
    for _ in 0..size::size("TOOLC_BODIES", 400) {
        let api = Api::random(&mut random);
        let document = api.document().to_string();
        let catalog = one::catalog("api.openapi.json", &document);
        let Some(tool) = catalog.tools.first() else {
            panic!("left out: {document}");
        };
        let http = tool.http.as_ref().expect("an operation");
        let table = Tables::new(&catalog.shapes).table(tool.input, 8);
        match http.body.as_ref().map(|body| &body.content) {
            Some(Content::Rest(_)) => flat += 1,
            Some(Content::Argument(_)) => whole += 1,
            None => {}
        }
        for _ in 0..20 {
            let (value, q) = (
                value(&mut random),
                random.pick(&[json!(1), json!(1), json!("x")]),
            );
            let Some((arguments, expected)) = call(&api, http.body.as_ref(), &value, &q) else {
                continue;
            };
            let verdict = toolc_runtime::validate(table, &arguments.to_string());
            assert_eq!(
                verdict.is_ok(),
                expected,
                "{arguments} of {document}: {verdict:?}"
            );
            legal += usize::from(expected);
        }
    }
    assert!(
        flat > 100 && whole > 100 && legal > 500,
        "{flat} {whole} {legal}"
    );
}

/// Schemas of forms that say in many ways, or not at all, that they are objects.
fn forms() -> Vec<Value> {
    let properties =
        json!({ "a": { "type": "string" }, "f": { "type": "string", "format": "binary" } });
    let untyped = json!({ "properties": properties });
    let object = json!({ "type": "object", "properties": properties });
    vec![
        json!(null),
        json!({}),
        json!(true),
        json!({ "description": "Anything." }),
        json!({ "minProperties": 1 }),
        json!({ "type": ["object", "null"], "properties": properties }),
        json!({ "type": "object", "nullable": true, "oneOf": [untyped, { "required": ["b"] }] }),
        json!({ "oneOf": [untyped, { "type": "object" }] }),
        json!({ "anyOf": [untyped, { "type": "string" }] }),
        json!({ "oneOf": [object, { "type": "object", "required": ["b"] }] }),
        json!({ "allOf": [untyped, { "minProperties": 1 }] }),
        json!({ "allOf": [object, { "minProperties": 1 }] }),
        json!({ "additionalProperties": { "type": "string" } }),
        json!({ "$ref": "#/components/schemas/Untyped" }),
        json!({ "$ref": "#/components/schemas/Nullable" }),
        json!({ "allOf": [{ "$ref": "#/components/schemas/Untyped" }] }),
        json!({ "not": { "required": ["x"] } }),
        json!({ "enum": [{ "a": "b" }, "c", null] }),
        json!({ "if": { "type": "object" }, "then": { "minProperties": 1 } }),
        untyped,
    ]
}

#[test]
fn a_form_takes_nothing_that_it_cannot_carry() {
    let components = json!({ "schemas": {
        "Untyped": { "properties": { "a": { "type": "string" } } },
        "Nullable": { "type": "object", "nullable": true, "additionalProperties": true },
    } });
    let media = [
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "multipart/mixed",
        "multipart/*",
    ];
    let (mut tried, mut accepted) = (0, 0);
    for version in ["3.0.3", "3.1.0"] {
        for (schema, media) in forms()
            .iter()
            .flat_map(|schema| media.map(|media| (schema, media)))
        {
            let content = match schema {
                Value::Null => json!({}),
                schema => json!({ "schema": schema }),
            };
            let document = json!({
                "openapi": version, "info": { "title": "t", "version": "1" }, "components": components,
                "paths": { "/a": { "post": { "requestBody": { "required": true, "content": { media: content } } } } },
            });
            let catalog = one::catalog("api.openapi.json", &document.to_string());
            let Some(tool) = catalog.tools.first() else {
                panic!("left out: {document}");
            };
            let http = tool.http.as_ref().expect("an operation");
            let Some(Content::Argument(name)) = http.body.as_ref().map(|body| &body.content) else {
                continue;
            };
            let table = Tables::new(&catalog.shapes).table(tool.input, 8);
            for value in [
                json!(null),
                json!("{}"),
                json!("a=b"),
                json!([]),
                json!([{ "a": "b" }]),
                json!(1),
                json!(true),
                json!({}),
                json!({ "a": "b" }),
                json!({ "b": "c" }),
            ] {
                let arguments = json!({ name: value }).to_string();
                let verdict = toolc_runtime::validate(table, &arguments);
                assert!(
                    verdict.is_err() || value.is_object(),
                    "{arguments} of {document}"
                );
                tried += 1;
                accepted += usize::from(verdict.is_ok());
            }
        }
    }
    assert!(tried > 1_000 && accepted > 200, "{tried} {accepted}");
}

#[test]
fn a_whole_query_is_an_object_or_the_operation_is_left_out() {
    let document = |parameter: Value| {
        let mut parameter = parameter;
        parameter["name"] = json!("q");
        parameter["in"] = json!("querystring");
        json!({
            "openapi": "3.2.0", "info": { "title": "t", "version": "1" },
            "paths": { "/a": { "get": { "parameters": [parameter] } } },
        })
    };
    let form = |schema: Value| json!({ "content": { "application/x-www-form-urlencoded": { "schema": schema } } });
    for parameter in [
        form(json!({})),
        form(json!({ "properties": { "a": {} } })),
        form(json!({ "type": ["object", "null"] })),
    ] {
        let catalog = one::catalog("api.openapi.json", &document(parameter.clone()).to_string());
        let tool = catalog.tools.first().expect("a tool");
        let table = Tables::new(&catalog.shapes).table(tool.input, 8);
        for (arguments, expected) in [
            (r#"{"q":{"a":"b"}}"#, true),
            (r#"{"q":"a=b"}"#, false),
            (r#"{"q":null}"#, false),
        ] {
            assert_eq!(
                toolc_runtime::validate(table, arguments).is_ok(),
                expected,
                "{arguments} {parameter}"
            );
        }
    }
    let catalog = one::catalog(
        "api.openapi.json",
        &document(form(json!({ "type": "string" }))).to_string(),
    );
    assert!(catalog.tools.is_empty());
    // another media type carries any value
    let json = json!({ "content": { "application/json": { "schema": {} } } });
    let catalog = one::catalog("api.openapi.json", &document(json).to_string());
    let table = Tables::new(&catalog.shapes).table(catalog.tools[0].input, 8);
    assert!(toolc_runtime::validate(table, r#"{"q":"a=b"}"#).is_ok());
}
