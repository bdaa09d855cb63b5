//! A temporary folder, and the outcome of a call.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use toolc_runtime::ToolResult;
use toolc_runtime::fs::Workspace;

/// A folder that is removed at the end of the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("toolc-files-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn open(&self) -> Workspace {
        Workspace::open(&self.0).expect("the folder")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // whatever remains is cleaned up by the system
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The output of a call, or the code and the message of its error.
pub fn answer(result: &ToolResult) -> String {
    match (&result.output, &result.error) {
        (Some(output), _) => output.as_text().to_owned(),
        (None, Some(error)) => {
            let code = error.code.as_deref().unwrap_or(error.kind.code());
            format!("{code}: {}", error.message)
        }
        (None, None) => String::new(),
    }
}
