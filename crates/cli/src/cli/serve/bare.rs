//! `toolc serve api.yaml` and `toolc serve --mcp CMD`: the `toolc.yaml` that a description or a server which comes alone is
//! served with. It is only in memory. Without `--allow` every call is asked about.

use super::super::Exit;
use super::super::input::{Answer, compile_input_from};
use super::super::output::{count_noun, print_line, refuse_with};
use super::super::spec_file::read_spec_file;

use super::{Allow, Serve};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostics};
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources};
use toolc_compile::compile::Options;
use toolc_model::model::runner::Runner;
use toolc_read::load::{Disk, Files, Overlay};
use toolc_resolve::resolve::file_stem;

/// The name of the engine of an API.
const API: &str = "api";

/// The name of the engine of a server, and of its namespace.
#[cfg(feature = "snapshot")]
const SERVER: &str = "server";

/// The files that are only in memory.
const CONFIG: &str = "toolc.yaml";
const WORKER: &str = "served.worker.yaml";
#[cfg(feature = "snapshot")]
const SNAPSHOT: &str = "served.mcp.json";

/// Methods that ask a service for nothing but an answer (RFC 9110, section 9.2.1).
const SAFE: &[&str] = &["get", "head"];

/// Compiles what comes alone; `None` if the paths are folders or files of specs, which `toolc.yaml` configures.
pub(super) fn compile_bare(command: &Serve) -> Option<Result<Answer, Exit>> {
    if command.mcp.is_some() {
        return Some(compile_server(command));
    }
    let of_servers = [
        ("--env", !command.variables.is_empty()),
        ("--header", !command.headers.is_empty()),
    ];
    if let Some(exit) = refuse_given(&of_servers, "a server that `--mcp` names", "remove it") {
        return Some(Err(exit));
    }
    match command.paths.as_slice() {
        [path] if is_alone(command) => Some(compile_description(command, path)),
        _ => {
            let of_apis = [
                ("--allow", command.allow.is_some()),
                ("--base-url", command.base_url.is_some()),
                ("--auth", !command.auth.is_empty()),
            ];
            let whose = "the description of an API that is served without a `toolc.yaml`";
            let help = "write it in the engine or the worker: `toolc.yaml` is read";
            refuse_given(&of_apis, whose, help).map(Err)
        }
    }
}

/// Whether all that is named is one description of an API.
pub(super) fn is_alone(command: &Serve) -> bool {
    matches!(command.paths.as_slice(), [path] if is_description(path))
}

/// Refuses the first of these options that is given: it would have no effect.
fn refuse_given(options: &[(&str, bool)], whose: &str, help: &str) -> Option<Exit> {
    let (name, _) = options.iter().find(|(_, is_given)| *is_given)?;
    Some(refuse_with(&format!("`{name}` is only for {whose}"), help))
}

/// Whether a path is one file, and that an OpenAPI description.
fn is_description(path: &Path) -> bool {
    let Ok(text) = read_spec_file(path) else {
        return false;
    };
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: path.display().to_string(),
        text: text.into(),
        role: Role::Found,
    });
    let node = parse_source(&mut Diagnostics::silent(), &sources, id);
    node.is_some_and(|node| node.get("openapi").is_some() || node.get("swagger").is_some())
}

fn compile_description(command: &Serve, api: &Path) -> Result<Answer, Exit> {
    refuse_lock(command)?;
    let name = api.file_name().unwrap_or_default().to_string_lossy();
    let namespace = file_stem(&name).unwrap_or(API);
    let mut engine = Map::new();
    engine.insert("type".to_owned(), "http".into());
    if let Some(url) = &command.base_url {
        engine.insert("base_url".to_owned(), url.as_str().into());
        // a person who types an address may call it
        engine.insert("private".to_owned(), true.into());
    }
    if !command.auth.is_empty() {
        engine.insert("auth".to_owned(), read_auth(&command.auth)?);
    }
    let mut config = json!({
        "tools": {
            "registry": [{ "type": "rest", "spec": escape_variables(&name), "namespace": namespace, "engine": API }],
            "engines": { API: engine },
        },
    });
    let folder = folder_of(api);
    refuse_own_config(folder, &format!("toolc serve {}", folder.display()))?;
    let mut files = Overlay::default();
    files.replace_file(&folder.join(CONFIG), config.to_string());
    let answer = compile_config(&files, folder)?;
    print_missing_credentials(&answer);
    if command.allow != Some(Allow::Reads) {
        print_line(
            "toolc: each call is asked about; `--allow reads` lets through what only asks the API for an answer: GET and HEAD",
        );
        return Ok(answer);
    }
    config["workers"] = json!([WORKER]);
    files.replace_file(&folder.join(CONFIG), config.to_string());
    let (worker, reads) = write_worker(&answer);
    files.replace_file(&folder.join(WORKER), worker.to_string());
    let answer = compile_config(&files, folder)?;
    let count = count_noun(answer.checked.catalog().tools.len(), "tool");
    print_line(&format!(
        "toolc: {reads} of {count} called without a question: those with GET and HEAD"
    ));
    Ok(answer)
}

/// A worker with every tool, which asks before each call but those with a safe method; and the number of these tools.
fn write_worker(answer: &Answer) -> (Value, usize) {
    let mut reads = 0;
    let catalog = answer.checked.catalog();
    let mut toolsets = Map::new();
    for tool in &catalog.tools {
        let toolset = toolsets.entry(tool.namespace.clone()).or_insert_with(
            || json!({ "tools": "all", "approval": { "default": "ask", "tools": {} } }),
        );
        let is_safe = match catalog.runner(tool) {
            Runner::Http(call) => {
                let method = call.operation.method.as_str();
                SAFE.iter().any(|safe| safe.eq_ignore_ascii_case(method))
            }
            _ => false,
        };
        if is_safe {
            reads += 1;
            toolset["approval"]["tools"][&tool.name] = "preApproved".into();
        }
    }
    let worker = json!({ "name": "all", "toolsets": toolsets });
    (worker, reads)
}

#[cfg(not(feature = "snapshot"))]
fn compile_server(_: &Serve) -> Result<Answer, Exit> {
    Err(super::super::snapshot::refuse_network())
}

#[cfg(feature = "snapshot")]
fn compile_server(command: &Serve) -> Result<Answer, Exit> {
    use super::super::output::print_findings;
    use super::super::snapshot::{With, fetch_tools};
    use toolc_plugin::split_words;

    refuse_lock(command)?;
    if command.allow.is_some() {
        let message = "`--allow reads` is for APIs: what a server says of its own tools cannot let a call through";
        let help = "list the tools to be let through in a worker: `toolc snapshot mcp`, then a `toolc.yaml`";
        return Err(refuse_with(message, help));
    }
    if command.base_url.is_some() || !command.auth.is_empty() {
        let help = "`--env NAME` gives a server's program a variable, and `--header 'Authorization: Bearer ${TOKEN}'` goes to an address";
        return Err(refuse_with("`--base-url` and `--auth` are for APIs", help));
    }
    let wanted = command.mcp.as_deref().unwrap_or_default();
    let is_address = ["http://", "https://"]
        .iter()
        .any(|start| wanted.starts_with(start));
    let with = With::of(&command.variables, &command.headers);
    let (stdio, url) = match is_address {
        true => (None, Some(wanted)),
        false => (Some(wanted), None),
    };
    let snapshot = fetch_tools(stdio, url, &with).map_err(|found| {
        print_findings(&Sources::default(), &[found]);
        Exit::Findings
    })?;
    let engine = match is_address {
        true => {
            json!({ "type": "mcp", "url": wanted, "private": true, "headers": read_headers(&command.headers) })
        }
        false => {
            let words = split_words(wanted).unwrap_or_default();
            json!({ "type": "mcp", "stdio": words, "env": command.variables })
        }
    };
    let config = json!({
        "tools": {
            "registry": [{ "type": "mcp", "snapshot": SNAPSHOT, "namespace": SERVER, "engine": SERVER }],
            "engines": { SERVER: engine },
        },
    });
    let folder = Path::new(".");
    let mut files = Overlay::default();
    files.replace_file(&folder.join(CONFIG), config.to_string());
    files.replace_file(&folder.join(SNAPSHOT), snapshot);
    compile_config(&files, folder)
}

fn compile_config(files: &Overlay, folder: &Path) -> Result<Answer, Exit> {
    let paths: Vec<PathBuf> = vec![folder.join(CONFIG)];
    compile_input_from(files, &paths, &Options::default(), None, || None)
}

/// Says that tools need a credential which no `--auth` names.
fn print_missing_credentials(answer: &Answer) {
    let mut found = answer.diagnostics.iter();
    if found.any(|found| found.code == Code::MISSING_CREDENTIAL) {
        print_line(
            "toolc: tools of the API need a credential, and no `--auth` names it: `--auth bearer_env=VARIABLE`, or \
             `--auth SCHEME.bearer_env=VARIABLE` for one of several schemes",
        );
    }
}

/// What is only in memory is in no lock.
fn refuse_lock(command: &Serve) -> Result<(), Exit> {
    if !command.locked {
        return Ok(());
    }
    let message = "`--locked` serves what is in `toolc.lock`, and what comes alone is in none";
    Err(refuse_with(
        message,
        "write a `toolc.yaml` and a worker, and run `toolc lock`",
    ))
}

/// A `toolc.yaml` that is there was written to be read.
fn refuse_own_config(folder: &Path, instead: &str) -> Result<(), Exit> {
    let files: &dyn Files = &Disk;
    if !["toolc.yaml", "toolc.yml"]
        .iter()
        .any(|name| files.exists(&folder.join(name)))
    {
        return Ok(());
    }
    let message = "a `toolc.yaml` is beside the description, and a description that comes alone is served without one";
    Err(refuse_with(message, &format!("run `{instead}`")))
}

/// `bearer_env=GITHUB_TOKEN` or `SCHEME.bearer_env=GITHUB_TOKEN`, as `auth` of an engine has it.
fn read_auth(given: &[String]) -> Result<Value, Exit> {
    let mut auth = Map::new();
    for text in given {
        let Some((key, value)) = text.split_once('=') else {
            let help =
                "write the name of a variable of the environment: `--auth bearer_env=API_TOKEN`";
            return Err(refuse_with(&format!("`--auth {text}` has no `=`"), help));
        };
        let place = match key.split_once('.') {
            None => Some((&mut auth, key)),
            Some((scheme, key)) => {
                let scheme = auth.entry(scheme).or_insert_with(|| Map::new().into());
                scheme.as_object_mut().map(|scheme| (scheme, key))
            }
        };
        match place {
            Some((keys, key)) if !keys.contains_key(key) => {
                keys.insert(key.to_owned(), value.into())
            }
            _ => {
                let message = format!("`--auth {text}` contradicts an earlier `--auth`");
                return Err(refuse_with(&message, "give each key once"));
            }
        };
    }
    Ok(auth.into())
}

/// `NAME: VALUE`, as the snapshot has read them.
#[cfg(feature = "snapshot")]
fn read_headers(given: &[String]) -> Map<String, Value> {
    let headers = given.iter().filter_map(|header| header.split_once(':'));
    headers
        .map(|(name, value)| (name.trim().to_owned(), value.trim().into()))
        .collect()
}

/// A name in which `${` begins no variable.
fn escape_variables(text: &str) -> String {
    text.replace("${", "$${")
}

fn folder_of(path: &Path) -> &Path {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}
