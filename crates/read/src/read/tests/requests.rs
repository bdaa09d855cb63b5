//! The requests made by operations in OpenAPI documents.

mod answers;
mod bodies;
mod views;

use super::draft_of;
use toolc_base::source::Role;
use toolc_model::draft::DraftTool;
use toolc_model::model::http::{Form, Gap, Operation, Origin, Place, Scheme};

/// The tools of a YAML document, given without its first line, and the messages of the findings.
fn tools_of(version: &str, document: &str) -> (Vec<DraftTool>, Vec<String>) {
    let text = format!("openapi: {version}\n{document}\n");
    let (draft, found) = draft_of(&text, Role::Found);
    let message = |line: &String| {
        let message = line.split_once(") ").map(|(_, message)| message.to_owned());
        message.unwrap_or_default()
    };
    (draft.tools, found.iter().map(message).collect())
}

fn operation(tool: &DraftTool) -> &Operation {
    tool.http.as_deref().expect("an operation of an API")
}

fn form(form: &Form) -> String {
    match form {
        Form::Content(media) => media.clone(),
        Form::Style(styled) => {
            let explode = if styled.explode { " exploded" } else { "" };
            let reserved = if styled.allow_reserved {
                " reserved"
            } else {
                ""
            };
            let inner = styled.inner.map(|inner| format!(" of {inner:?}"));
            let inner = inner.unwrap_or_default();
            format!("{:?}{explode}{reserved}{inner}", styled.style)
        }
    }
}

/// `place name: form`, with the argument if its name differs.
fn parameters(operation: &Operation) -> Vec<String> {
    let line = |parameter: &toolc_model::model::http::Parameter| {
        let source = match &parameter.value {
            Origin::Argument(name) if *name == parameter.name => String::new(),
            Origin::Argument(name) => format!(" of {name}"),
            Origin::Constant(text) => format!(" = {text}"),
            Origin::Hidden => " hidden".to_owned(),
        };
        let (place, name) = (parameter.place, &parameter.name);
        format!("{place:?} {name}{source}: {}", form(&parameter.form))
    };
    operation.parameters.iter().map(line).collect()
}

/// The path and the parameters of a `GET`, the expected parameters, and the findings.
type Case = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const PARAMETERS: &[Case] = &[
    // the defaults for each location
    (
        "/a/{p}",
        "{name: p, in: path, required: true, schema: {}}, {name: q, in: query, schema: {}}, {name: h, in: header, schema: {}}, {name: c, in: cookie, schema: {}}",
        &[
            "Path p: Simple",
            "Query q: Form exploded",
            "Header h: Simple",
            "Cookie c: Form exploded",
        ],
        &[],
    ),
    // every valid style
    (
        "/a/{m}/{l}/{s}",
        "{name: m, in: path, style: matrix, explode: true, schema: {}}, {name: l, in: path, style: label, schema: {}}, \
         {name: s, in: path, style: simple, explode: true, schema: {}}",
        &[
            "Path m: Matrix exploded",
            "Path l: Label",
            "Path s: Simple exploded",
        ],
        &[],
    ),
    (
        "/a",
        "{name: f, in: query, style: form, explode: false, allowReserved: true, schema: {}}, \
         {name: s, in: query, style: spaceDelimited, schema: {}}, {name: p, in: query, style: pipeDelimited, schema: {}}, \
         {name: d, in: query, style: deepObject, schema: {}}, {name: t, in: query, style: tabDelimited, schema: {}}, \
         {name: c, in: cookie, style: cookie, schema: {}}, {name: h, in: header, explode: true, schema: {}}",
        &[
            "Query f: Form reserved",
            "Query s: SpaceDelimited",
            "Query p: PipeDelimited",
            "Query d: DeepObject exploded",
            "Query t: TabDelimited",
            "Cookie c: Cookie exploded",
            "Header h: Simple exploded",
        ],
        &[],
    ),
    // if each item has its own pair, there is nothing to delimit
    (
        "/a",
        "{name: s, in: query, style: spaceDelimited, explode: true, schema: {}}, {name: d, in: query, style: deepObject, explode: false, schema: {}}",
        &["Query s: Form exploded", "Query d: DeepObject exploded"],
        &[],
    ),
    (
        "/a/{p}",
        "{name: p, in: path, style: deepObject, allowReserved: true, schema: {}}, {name: q, in: query, style: from, schema: {}}, {name: h, in: header, style: form, schema: {}}",
        &[
            "Path p: Simple",
            "Query q: Form exploded",
            "Header h: Simple",
        ],
        &[
            "the style `deepObject` has no meaning in the path; `p` is written in the style `simple`",
            "`allowReserved` has no effect on `p`: it means nothing in the path",
            "there is no style `from`; `q` is written in the style `form`",
            "the style `form` has no meaning in the header; `h` is written in the style `simple`",
        ],
    ),
    (
        "/a",
        "{name: q, in: query, content: {application/json: {schema: {type: object}}}}, {name: b, in: query, schema: {}, content: {text/plain: {}}}",
        &["Query q: application/json", "Query b: Form exploded"],
        &["the parameter `b` has both `schema` and `content`; `schema` counts"],
    ),
    (
        "/a",
        "{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object}}}}",
        &["QueryString q: application/x-www-form-urlencoded"],
        &[],
    ),
    // two with the same name
    (
        "/a/{id}",
        "{name: id, in: query, schema: {}}, {name: id, in: path, schema: {}}",
        &["Query id: Form exploded", "Path id of id_in_path: Simple"],
        &["two parameters are called `id`; the one in the path is the argument `id_in_path`"],
    ),
    (
        "/a",
        "{name: q, in: body, schema: {}}, {name: x, in: path, required: false, schema: {}}",
        &[],
        &[
            "`in: body` of the parameter `q` is not a place in a request; the parameter is ignored",
            "the path has no `{x}`, so its parameter `x` is ignored",
        ],
    ),
    (
        "/a/{petId}",
        "{name: PetId, in: path, schema: {}}",
        &["Path petId: Simple"],
        &["the path has `{petId}` where the parameter is called `PetId`"],
    ),
    // the only name for the only parameter
    (
        "/a/{id}",
        "{name: petId, in: path, required: true, schema: {}}",
        &["Path id: Simple"],
        &["the path has `{id}` where the parameter is called `petId`"],
    ),
    (
        "/a/{id}/b/{pet_id}",
        "{name: petId, in: path, required: true, schema: {}}, {name: ID, in: path, required: true, schema: {}}",
        &["Path pet_id: Simple", "Path id: Simple"],
        &[
            "the path has `{pet_id}` where the parameter is called `petId`",
            "the path has `{id}` where the parameter is called `ID`",
        ],
    ),
    // templates of routers and of RFC 6570
    (
        "/a/:id/b/{path*}{?q}",
        "{name: id, in: path, required: true, schema: {}}, {name: q, in: path, required: true, schema: {}}, {name: path, in: path, schema: {}}",
        &[
            "Path id: Simple",
            "Query q: Form exploded",
            "Path path: Segments",
        ],
        &[
            "`:id` in the path is read as `{id}`",
            "`{path*}` in the path is read as `{path}`, a value of one or more segments",
            "`{?q}` in the path is not sent",
            "the path lists `q` for the query, so that is where it is sent",
        ],
    ),
];

#[test]
fn every_parameter_has_a_form() {
    for (path, list, expected, findings) in PARAMETERS {
        let document = format!("paths: {{'{path}': {{get: {{parameters: [{list}]}}}}}}");
        let (tools, found) = tools_of("3.1.0", &document);
        assert_eq!(found, *findings, "{list}");
        assert_eq!(parameters(operation(&tools[0])), *expected, "{list}");
    }
}

#[test]
fn reserved_characters_may_stand_in_a_path_since_3_2() {
    let document = "paths: {'/a/{p}': {get: {parameters: [{name: p, in: path, allowReserved: true, schema: {}}]}}}";
    let (mut tools, _) = tools_of("3.1.0", document);
    assert_eq!(parameters(operation(&tools[0])), ["Path p: Simple"]);
    // 3.2 is read like 3.1, apart from its additions
    (tools, _) = tools_of("3.2.0", document);
    for tool in &tools {
        assert_eq!(parameters(operation(tool)), ["Path p: Simple reserved"]);
    }
}

/// Parameters because of which the operation is left out, and the reason.
const UNSENDABLE: &[(&str, &str)] = &[
    (
        "{name: b, in: body, required: true}",
        "`in: body` of the parameter `b` is not a place in a request",
    ),
    (
        "{name: a, in: querystring}, {name: b, in: query, schema: {}}",
        "a parameter is its whole query (`in: querystring`), and there is another one for the query",
    ),
    (
        "{in: query}",
        "one of its parameters has no `name` or no `in`",
    ),
];

#[test]
fn what_cannot_be_sent_is_left_out() {
    for (list, reason) in UNSENDABLE {
        let document = format!("paths: {{/a: {{get: {{parameters: [{list}]}}}}}}");
        let (tools, found) = tools_of("3.1.0", &document);
        assert!(tools.is_empty());
        assert!(found.iter().any(|line| line.ends_with(reason)), "{found:?}");
    }
}

/// Paths with a query or a fragment: the path, the parameters, the findings.
const PATHS: &[Case] = &[
    ("/#Action=Z", "", &["/"], &[]),
    (
        "/x?y={y}&z=1",
        "",
        &["/x?y={y}&z=1", "Path y: Simple"],
        &["the path has `{y}` and no parameter describes it; it is read as a required string"],
    ),
    (
        "/x?y={y}",
        "{name: y, in: path, schema: {}}",
        &["/x?y={y}", "Path y: Simple"],
        &[],
    ),
    (
        "/x?y={y}&a=b",
        "{name: y, in: query, schema: {}}",
        &["/x?a=b", "Query y: Form exploded"],
        &[],
    ),
    (
        "/x?y={z}#f",
        "{name: y, in: query, schema: {}}",
        &["/x", "Query y: Form exploded"],
        &[],
    ),
];

#[test]
fn a_path_may_have_a_query_and_a_fragment() {
    for (path, list, expected, findings) in PATHS {
        let document = format!("paths: {{'{path}': {{get: {{parameters: [{list}]}}}}}}");
        let (tools, found) = tools_of("3.0.0", &document);
        assert_eq!(found, *findings, "{path}");
        let operation = operation(&tools[0]);
        let mut lines = vec![operation.path.clone()];
        lines.extend(parameters(operation));
        assert_eq!(lines, *expected, "{path}");
    }
}

const SERVERS: &str = "servers: [{url: 'https://{region}.example:{port}/v1', \
    variables: {region: {enum: [eu, us], default: us}, port: {default: 8443}}}]
paths:
  /document: {get: {}}
  /path: {servers: [{url: /path}], get: {}, post: {servers: [{url: /post}, {url: '/{x}'}, {}]}}";

#[test]
fn the_nearest_servers_count() {
    let (tools, found) = tools_of("3.1.0", SERVERS);
    assert_eq!(
        found,
        [
            "the server's address has `{x}` and no variable describes it",
            "a server has no `url` and is ignored",
        ]
    );
    let addresses = |tool: &DraftTool| {
        let servers = operation(tool).servers.iter();
        servers.map(|server| server.url.clone()).collect::<Vec<_>>()
    };
    let all: Vec<_> = tools.iter().map(addresses).collect();
    assert_eq!(
        all,
        [
            vec!["https://{region}.example:{port}/v1"],
            vec!["/path"],
            vec!["/post", "/{x}"],
        ]
    );
    let variables = &operation(&tools[0]).servers[0].variables;
    let of = |at: usize| (variables[at].default.as_str(), variables[at].choices.len());
    assert_eq!((of(0), of(1)), (("us", 2), ("8443", 0)));
}

const SECURITY: &str = "components:
  securitySchemes:
    bearer: {type: http, scheme: Bearer}
    basic: {type: http, scheme: basic}
    digest: {type: http, scheme: Digest}
    key: {type: apiKey, in: header, name: X-Key}
    lost: {type: apiKey, in: path, name: x}
    client: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://x/token', scopes: {}}}}
    person: {type: oauth2, flows: {implicit: {authorizationUrl: x, scopes: {}}}}
    id: {type: openIdConnect, openIdConnectUrl: x}
    tls: {type: mutualTLS}
security: [{bearer: []}]
paths:
  /a:
    get: {}
    put: {security: []}
    post: {security: [{basic: [], key: []}, {client: [read, write]}, {}]}
    patch: {security: [{digest: []}, {lost: []}, {person: []}, {id: []}, {tls: []}, {kee: []}]}";

#[test]
fn credentials_are_what_the_operation_or_the_document_asks_for() {
    let (tools, found) = tools_of("3.1.0", SECURITY);
    assert_eq!(
        found,
        [
            "the security scheme `digest` is `http digest`, whose credentials toolc cannot send",
            "the security scheme `lost` does not say where its key is sent",
            "the security scheme `tls` is `mutualTLS`, whose credentials toolc cannot send",
            "`kee` is not a security scheme of the document",
        ]
    );
    let schemes = |at: usize| {
        let alternatives = operation(&tools[at]).security.iter().flatten();
        let names = alternatives.map(|all| all.iter().map(|one| one.scheme.clone()).collect());
        names.collect::<Vec<Vec<Scheme>>>()
    };
    assert_eq!(schemes(0), [[Scheme::Bearer]]);
    assert!(schemes(1).is_empty());
    let key = Scheme::ApiKey {
        place: Place::Header,
        name: "X-Key".to_owned(),
    };
    let client = Scheme::ClientCredentials {
        token_url: "https://x/token".to_owned(),
    };
    assert_eq!(schemes(2), [vec![Scheme::Basic, key], vec![client], vec![]]);
    assert_eq!(
        operation(&tools[2]).security.as_ref().expect("some")[1][0].scopes,
        ["read", "write"]
    );
    let other = |what: &str| vec![Scheme::Other(what.to_owned())];
    assert_eq!(
        schemes(3),
        [
            other("http digest"),
            vec![Scheme::Incomplete(Gap::Place)],
            vec![Scheme::Bearer],
            vec![Scheme::Bearer],
            other("mutualTLS"),
            vec![Scheme::Incomplete(Gap::Scheme)],
        ]
    );
}
