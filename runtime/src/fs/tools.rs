//! The tools of the toolset `filesystem`.

use super::binary::{binary_suffix, text_of};
use super::blocking;
use super::edit::Edit;
use super::error::PathErrorKind;
use super::list::Info;
use super::open::Limits;
use super::state::State;
use super::workspace::Workspace;
use super::write::Before;
use crate::context::Context;
use crate::error::ToolFailure;
use crate::json::Json;
use crate::toolset::{Files, Runner};
use serde_json::{Value, json};

/// The default for how many bytes may be read or written at once.
const MAX_FILE_SIZE: u64 = 1_000_000;

/// The default for how many names may be listed at once.
const MAX_ENTRIES: u64 = 1_000;

/// Runs a tool. Nothing is opened before it is first polled.
pub(crate) async fn run_tool(
    files: &State,
    context: &Context,
    arguments: &str,
    runner: Runner,
) -> Result<Json, ToolFailure> {
    let workspace = files.workspace(context)?;
    let asked = FileRequest::new(arguments, files.settings)?;
    blocking::run_blocking(move || asked.run(runner, &workspace)).await?
}

/// Checks whether a tool may do what it is asked for, without a look at the files.
pub(crate) async fn check_tool(
    files: &State,
    context: &Context,
    arguments: &str,
    runner: Runner,
) -> Result<(), ToolFailure> {
    let workspace = files.workspace(context)?;
    let asked = FileRequest::new(arguments, files.settings)?;
    match runner {
        Runner::WriteFile => {
            let size = asked.contents().len() as u64;
            workspace.check_write(&asked.path, size, asked.limits())?;
        }
        Runner::DeleteFile => workspace.check_write(&asked.path, 0, asked.limits())?,
        Runner::EditFile => {
            asked.check_editable()?;
            workspace.check_write(&asked.path, 0, asked.limits())?;
        }
        Runner::ReadFile => workspace.check_read(&asked.path, asked.limits())?,
        Runner::ListFiles | Runner::FileExists | Runner::FileInfo => {}
    }
    Ok(())
}

/// The parameters of a file operation.
struct FileRequest {
    path: String,
    content: Option<String>,
    old_text: String,
    new_text: String,
    suffixes: Option<&'static [&'static str]>,
    max_bytes: u64,
    max_entries: u64,
}

impl FileRequest {
    /// Reads them from arguments that are already validated.
    fn new(arguments: &str, settings: Option<&Files>) -> Result<Self, ToolFailure> {
        let arguments: Value = serde_json::from_str(arguments)?;
        let text = |key: &str| arguments.get(key).and_then(Value::as_str);
        let limit = |limit: fn(&Files) -> Option<u64>| settings.and_then(limit);
        Ok(FileRequest {
            path: text("path").unwrap_or_default().to_owned(),
            content: text("content").map(str::to_owned),
            old_text: text("old_text").unwrap_or_default().to_owned(),
            new_text: text("new_text").unwrap_or_default().to_owned(),
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
            Runner::EditFile => self.edit(workspace),
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
        let contents = self.contents();
        let created = workspace.write(&self.path, contents, Before::Anything, self.limits())?;
        Ok(json!({
            "path": self.path,
            "bytes_written": contents.len(),
            "created": created,
        }))
    }

    /// Refuses a file whose name says that it is not text.
    fn check_editable(&self) -> Result<(), ToolFailure> {
        match binary_suffix(&self.path) {
            Some(suffix) => {
                let why = format!("files that end in '{suffix}' are binary");
                Err(self.not_text("Cannot edit binary file", &why))
            }
            None => Ok(()),
        }
    }

    fn edit(&self, workspace: &Workspace) -> Result<Value, ToolFailure> {
        self.check_editable()?;
        let edit = Edit {
            old: &self.old_text,
            new: &self.new_text,
        };
        let size = workspace.edit(&self.path, &edit, self.limits())?;
        Ok(json!({ "path": self.path, "size": size }))
    }

    fn list(&self, workspace: &Workspace) -> Result<Value, ToolFailure> {
        let maximum = usize::try_from(self.max_entries).unwrap_or(usize::MAX);
        let listing = workspace.list(&self.path, maximum)?;
        let files: Vec<Value> = listing.entries.iter().map(entry).collect();
        Ok(json!({
            "path": self.path,
            "truncated": (files.len() as u64) < listing.total,
            "files": files,
            "count": listing.total,
        }))
    }

    /// What is to be written.
    fn contents(&self) -> &[u8] {
        self.content.as_deref().unwrap_or_default().as_bytes()
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
