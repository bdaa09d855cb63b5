//! All entries of `toolc.yaml` that say where to fetch their contents.

use super::super::output::{count_noun, print_findings, print_line};
use super::super::{Exit, paths};
use super::With;
use super::ask::{show_address, store_snapshot, target_at};
use super::fetched::{describe_fetch_fault, fetch_description, fetch_listing};
use std::fs;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Label};
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources, Spanned};
use toolc_model::config::{Entry, EntryKind};
use toolc_model::model::engine::{Engine, EngineKind, McpEngine, Reach};
use toolc_plugin::run_command;
use toolc_read::load::{Disk, find_config};
use toolc_read::read::config::{ListedEntry, Settings, read_config};
use toolc_runtime::mcp::probe::{
    ClientCredentials, Fault, Reached, Target, expand_variables, fill_url,
};
use toolc_schema::data::Data;

/// Fetches one after the other; a failure does not stop the others.
pub(super) fn refresh_all(given: &[PathBuf], with: &With) -> Exit {
    paths::say_resolved(&Disk, given);
    let mut found = Diagnostics::default();
    let mut sources = Sources::default();
    let (mut stored, mut known) = (0, 0);
    for path in paths::resolve_paths(given) {
        let Some(config) = find_config(&path) else {
            continue;
        };
        let folder = config.parent().unwrap_or(Path::new(".")).to_owned();
        let (entries, engines) = read_entries(&mut found, &mut sources, &config);
        for listed in entries {
            let remote = Remote::of(&listed.entry, &engines).zip(file_of(&listed, &folder));
            let Some((remote, file)) = remote else {
                continue;
            };
            known += 1;
            let done = file.and_then(|file| {
                let text = remote.fetch(with, &file)?;
                store_snapshot(&file, &text)
            });
            match done {
                Ok(words) => {
                    print_line(&words);
                    stored += 1;
                }
                Err(diagnostic) => found.push(remote.at(diagnostic)),
            }
        }
    }
    if known == 0 && !found.has_errors() {
        let message = "no entry of a `toolc.yaml` says where what it lists can be fetched";
        let finding = Diagnostic::placeless(Code::NOTHING_TO_FETCH, message);
        found.push(finding.help(
            "add the `url` of the server to its entry, or store one snapshot with `toolc snapshot mcp --stdio 'COMMAND' -o FILE`",
        ));
    }
    let has_errors = found.has_errors();
    print_findings(&sources, &found.into_sorted());
    print_line(&format!(
        "{} of {known} stored",
        count_noun(stored, "snapshot")
    ));
    match has_errors {
        true => Exit::Findings,
        false => Exit::Clean,
    }
}

fn read_entries(
    found: &mut Diagnostics,
    sources: &mut Sources,
    config: &Path,
) -> (Vec<ListedEntry>, Vec<Engine>) {
    let Ok(text) = fs::read_to_string(config) else {
        let message = format!("`{}` cannot be read", config.display());
        found.push(Diagnostic::placeless(Code::UNREADABLE_FILE, message));
        return Default::default();
    };
    let id = sources.add(Source {
        path: config.display().to_string(),
        text: text.into(),
        role: Role::Config,
    });
    let node = parse_source(found, sources, id);
    // problems of other entries are left to `toolc check`
    let settings = node.map(|node| read_config(&mut Diagnostics::silent(), &node));
    settings.map_or_else(Default::default, |settings: Settings| {
        (settings.entries, settings.config.engines)
    })
}

/// An entry whose contents can be fetched.
pub(super) struct Remote<'e> {
    entry: &'e Entry,
    origin: Origin<'e>,
}

/// Where to fetch it from.
enum Origin<'e> {
    Url(&'e Spanned<String>),
    /// The MCP server of the engine that runs its tools.
    Engine(&'e Engine, &'e McpEngine, &'e Spanned<Reach>),
    /// What a command prints.
    Command(&'e [Spanned<String>]),
}

impl<'e> Remote<'e> {
    /// What to fetch for an entry, if it or its engine says enough.
    pub(super) fn of(entry: &'e Entry, engines: &'e [Engine]) -> Option<Self> {
        if !entry.command.is_empty() {
            let origin = Origin::Command(&entry.command);
            return Some(Remote { entry, origin });
        }
        let named = entry.engine.as_ref();
        let mut engines = engines.iter();
        let engine = engines.find(|engine| named.is_some_and(|name| name.value == engine.name));
        let origin = match engine.map(|engine| (engine, &engine.kind)) {
            Some((engine, EngineKind::Mcp(settings))) if entry.kind == EntryKind::Mcp => {
                Origin::Engine(engine, settings, settings.reach.as_ref()?)
            }
            _ => Origin::Url(entry.url.as_ref()?),
        };
        Some(Remote { entry, origin })
    }

    /// Fetches the text of the file; `file` determines the format.
    pub(super) fn fetch(&self, with: &With, file: &Path) -> Result<String, Diagnostic> {
        let (target, shown) = match self.origin {
            Origin::Command(words) => return fetch_printed(words, with),
            Origin::Url(url) => (target_at(&url.value, with)?, show_address(&url.value)),
            Origin::Engine(engine, settings, reach) => {
                let shown = format!("the server of the engine `{}`", engine.name);
                let target = engine_target(settings, &reach.value);
                (
                    target.map_err(|fault| describe_fetch_fault(&shown, &fault))?,
                    shown,
                )
            }
        };
        match self.entry.kind {
            EntryKind::Rest => fetch_description(&target, &shown, Some(file)),
            _ => fetch_listing(&target, &shown),
        }
    }

    /// Whether a command makes it, rather than a server.
    pub(super) fn is_command(&self) -> bool {
        matches!(self.origin, Origin::Command(_))
    }

    /// Adds to a finding the place that says where to fetch.
    pub(super) fn at(&self, mut found: Diagnostic) -> Diagnostic {
        if found.labels.is_empty() {
            let span = match self.origin {
                Origin::Url(url) => url.span,
                Origin::Engine(_, _, reach) => reach.span,
                Origin::Command(words) => words[0].span,
            };
            let text = "fetched from here".to_owned();
            found.labels.push(Label { span, text });
        }
        found
    }
}

/// What a command of the configuration prints, which must be a document; it is stored as it is.
fn fetch_printed(words: &[Spanned<String>], with: &With) -> Result<String, Diagnostic> {
    let expand = |word: &Spanned<String>| expand_variables(&word.value);
    let words: Result<Vec<String>, Fault> = words.iter().map(expand).collect();
    let given = with.variables.iter();
    let given = given.map(|name| Ok((name.clone(), expand_variables(&format!("${{{name}}}"))?)));
    let unset = |fault: Fault| Diagnostic::placeless(Code::UNSET_VARIABLE, fault.detail);
    let (words, given): (_, Result<Vec<_>, Fault>) = (words.map_err(unset)?, given.collect());
    let name = words.join(" ");
    print_line(&format!("running `{name}`"));
    let seconds = with.patience().as_secs();
    let mut text = run_command(&words, &given.map_err(unset)?, seconds, &mut print_line)?;
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "printed".to_owned(),
        text: text.as_str().into(),
        role: Role::Found,
    });
    let mut faults = Diagnostics::default();
    let node = parse_source(&mut faults, &sources, id);
    if faults.has_errors()
        || !node.is_some_and(|node| node.as_map().is_some() || node.as_list().is_some())
    {
        let message =
            format!("what the command `{name}` prints is neither JSON nor YAML with tools");
        return Err(Diagnostic::placeless(Code::FAILED_COMMAND, message).help(
            "print a tool file, a list of tools, or what an MCP server lists, and nothing else",
        ));
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// The server of an engine, called as the engine does.
fn engine_target(settings: &McpEngine, reach: &Reach) -> Result<Target, Fault> {
    let hosts: Vec<&str> = settings.hosts.iter().map(String::as_str).collect();
    let given = settings.given.iter();
    let given = given.map(|(name, value)| Ok((name.value.clone(), expand_variables(value)?)));
    let reach = match reach {
        Reach::Url(url) => Reached::Url(fill_url(url, &hosts)?),
        Reach::Command(words) => {
            let words: Result<_, Fault> = words.iter().map(|word| expand_variables(word)).collect();
            Reached::Command(words?)
        }
    };
    let oauth = settings.auth.as_ref().map(|auth| {
        let source = &auth.value;
        let (url, scope) = (source.token_url.value.as_str(), source.scopes.join(" "));
        ClientCredentials::read(&source.id_env, &source.secret_env, (url, &hosts), scope)
    });
    Ok(Target {
        reach,
        given: given.collect::<Result<_, Fault>>()?,
        oauth: oauth.transpose()?,
        connection: settings.connection.build(),
    })
}

/// The file of an entry, resolved against its folder.
fn file_of(listed: &ListedEntry, folder: &Path) -> Option<Result<PathBuf, Diagnostic>> {
    let path = expand_variables(&listed.file.as_ref()?.path.value);
    let path = path.map(|path| folder.join(path));
    Some(path.map_err(|fault| Diagnostic::placeless(Code::UNSET_VARIABLE, fault.detail)))
}
