//! The tools of the toolset `filesystem`.

use super::binary::{binary_suffix, text_of};
use super::blocking;
use super::error::PathErrorKind;
use super::list::Info;
use super::open::Limits;
use super::workspace::Workspace;
use super::write::Before;
use crate::call::{Opened, Sealed};
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::{Fault, ToolFailure};
use crate::incoming::Incoming;
use crate::json::Json;
use crate::means::Means;
use crate::observe::Watch;
use crate::path::Access;
use crate::toolset::{Files, Runner, Shipped, ToolsetSettings};
use serde_json::{Value, json};

/// How many bytes are read or written at once where nothing says it.
const MAX_FILE_SIZE: u64 = 1_000_000;

/// How many names are listed at once where nothing says it.
const MAX_ENTRIES: u64 = 1_000;

/// What a worker may do with files.
#[derive(Default)]
pub(crate) struct State {
    settings: Option<&'static Files>,
    /// The folders, opened when the worker was made; or why they are not.
    workspace: Option<Result<Workspace, String>>,
}

impl State {
    /// Opens the folders that a worker's configuration names.
    pub(crate) fn new(toolsets: &'static [ToolsetSettings]) -> Self {
        let mut settings = toolsets.iter().filter_map(|settings| match settings {
            ToolsetSettings::Files(files) => Some(*files),
            ToolsetSettings::Commands(_) => None,
        });
        let settings = settings.next_back();
        let opened = settings.and_then(|files| Some(open(files, files.root?)));
        State {
            settings,
            workspace: opened,
        }
    }

    /// Takes the program's own folders in place of those. What the configuration says of them holds.
    pub(crate) fn give(&mut self, workspace: Workspace) {
        self.workspace = Some(Ok(workspace));
    }

    /// The folders of a call: those of the context, else the worker's.
    pub(crate) fn workspace(&self, context: &Context) -> Result<Workspace, ToolFailure> {
        let own = || match &self.workspace {
            Some(Ok(workspace)) => Ok(workspace.clone()),
            Some(Err(reason)) => Err(ToolFailure::internal(reason.clone())),
            None => Err(ToolFailure::internal(
                "there is no workspace: write `root` in the toolset, or give one with `.workspace(…)`",
            )),
        };
        let workspace = match context.files() {
            Some(workspace) => workspace.clone(),
            None => own()?,
        };
        Ok(match self.settings {
            Some(Files {
                read_only: true, ..
            }) => workspace.read_only(),
            _ => workspace,
        })
    }
}

fn open(files: &Files, root: &str) -> Result<Workspace, String> {
    let failed = |path: &str, error: std::io::Error| format!("cannot open `{path}`: {error}");
    let mut workspace = Workspace::open(root).map_err(|error| failed(root, error))?;
    for mount in files.mounts {
        let access = if mount.read_only {
            Access::Read
        } else {
            Access::Write
        };
        let mounted = workspace.mount(mount.target, mount.path, access);
        workspace = mounted.map_err(|error| failed(mount.path, error))?;
    }
    Ok(workspace)
}

/// What a call of a tool is before it is approved: checked arguments, and nothing opened.
pub(crate) fn open_tool<'c, H, T: Shipped>(
    means: &'c Means<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    open_runner(means, call, watch, entry, T::RUNNER)
}

/// The same of a tool that no type stands for.
pub(crate) fn open_runner<'c, H>(
    means: &'c Means<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
    runner: Runner,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    let files = &means.files;
    let work = async move {
        let workspace = files.workspace(watch.context)?;
        let asked = Asked::new(call.text(), files.settings)?;
        blocking::run_blocking(move || asked.run(runner, &workspace)).await?
    };
    Ok(Opened::Told(None, Sealed::new(Box::pin(work))))
}

/// What is asked of a workspace.
struct Asked {
    path: String,
    content: Option<String>,
    suffixes: Option<&'static [&'static str]>,
    max_bytes: u64,
    max_entries: u64,
}

impl Asked {
    /// The arguments, which are checked.
    fn new(arguments: &str, settings: Option<&Files>) -> Result<Self, ToolFailure> {
        let arguments: Value = serde_json::from_str(arguments)?;
        let text = |key: &str| arguments.get(key).and_then(Value::as_str);
        let limit = |limit: fn(&Files) -> Option<u64>| settings.and_then(limit);
        Ok(Asked {
            path: text("path").unwrap_or_default().to_owned(),
            content: text("content").map(str::to_owned),
            suffixes: settings.and_then(|files| files.suffixes),
            max_bytes: limit(|files| files.max_file_size).unwrap_or(MAX_FILE_SIZE),
            max_entries: limit(|files| files.max_entries).unwrap_or(MAX_ENTRIES),
        })
    }

    fn limits(&self) -> Limits<'static> {
        Limits {
            suffixes: self.suffixes,
            max_bytes: self.max_bytes,
        }
    }

    fn run(&self, runner: Runner, workspace: &Workspace) -> Result<Json, ToolFailure> {
        let result = match runner {
            Runner::ReadFile => self.read(workspace),
            Runner::WriteFile => self.write(workspace),
            Runner::ListFiles => self.list(workspace),
            Runner::DeleteFile => self.delete(workspace),
            Runner::FileExists => self.exists(workspace),
            Runner::FileInfo => self.info(workspace),
        };
        result.map(Json::from)
    }

    fn read(&self, workspace: &Workspace) -> Result<Value, ToolFailure> {
        if let Some(suffix) = binary_suffix(&self.path) {
            let why = format!("files that end in '{suffix}' are binary");
            return Err(self.not_text("Cannot read binary file", &why));
        }
        let bytes = workspace.read(&self.path, self.limits())?;
        let size = bytes.len();
        let Some(content) = text_of(bytes) else {
            return Err(self.not_text("File appears to be binary", "it has no text in it"));
        };
        Ok(json!({ "path": self.path, "content": content, "size": size }))
    }

    fn not_text(&self, what: &str, why: &str) -> ToolFailure {
        let message = format!(
            "{what}: {}. It cannot be read as text, because {why}. Use file_info to get its size.",
            self.path
        );
        ToolFailure::user(PathErrorKind::UnsupportedFileType.code(), message)
    }

    fn write(&self, workspace: &Workspace) -> Result<Value, ToolFailure> {
        let contents = self.content.as_deref().unwrap_or_default().as_bytes();
        let created = workspace.write(&self.path, contents, Before::Anything, self.limits())?;
        Ok(json!({
            "path": self.path,
            "bytes_written": contents.len(),
            "created": created,
        }))
    }

    fn list(&self, workspace: &Workspace) -> Result<Value, ToolFailure> {
        let most = usize::try_from(self.max_entries).unwrap_or(usize::MAX);
        let listing = workspace.list(&self.path, most)?;
        let files: Vec<Value> = listing.entries.iter().map(entry).collect();
        Ok(json!({
            "path": self.path,
            "truncated": (files.len() as u64) < listing.total,
            "files": files,
            "count": listing.total,
        }))
    }

    fn delete(&self, workspace: &Workspace) -> Result<Value, ToolFailure> {
        workspace.remove(&self.path, self.limits())?;
        Ok(json!({ "path": self.path, "deleted": true }))
    }

    fn exists(&self, workspace: &Workspace) -> Result<Value, ToolFailure> {
        let exists = match workspace.info(&self.path) {
            Ok(_) => true,
            Err(error) if error.kind() == PathErrorKind::NotFound => false,
            Err(error) => return Err(error.into()),
        };
        Ok(json!({ "path": self.path, "exists": exists }))
    }

    fn info(&self, workspace: &Workspace) -> Result<Value, ToolFailure> {
        let info = workspace.info(&self.path)?;
        let mut shown = described(&info);
        if let Some(modified) = info.modified {
            shown["modified"] = json!(modified);
        }
        shown["path"] = json!(self.path);
        shown["writable"] = json!(workspace.is_writable(&self.path));
        Ok(shown)
    }
}

fn entry((name, info): &(String, Info)) -> Value {
    let mut shown = described(info);
    shown["name"] = json!(name);
    shown
}

fn described(info: &Info) -> Value {
    let mut shown = json!({ "type": info.kind.name() });
    if let Some(size) = info.size {
        shown["size"] = json!(size);
    }
    shown
}
