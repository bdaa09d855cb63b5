//! A folder with a workspace, a secret next to it, and links between them.

use crate::support::{Folder, answer};
use files::tools;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use toolc_runtime::fs::{Access, Workspace};
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, NoObserver, ToolCall};

pub(super) const SECRET: &str = "SECRET";

/// A workspace `inner` with things that attackers like to find, next to a secret.
pub(super) struct Place {
    pub(super) outer: Folder,
    pub(super) _socket: UnixListener,
}

impl Place {
    pub(super) fn new() -> Self {
        let outer = Folder::new();
        let write = |path: &str, text: &str| fs::write(outer.0.join(path), text).expect(path);
        for folder in ["inner/folder", "inner/manuals", "outside", "manuals"] {
            fs::create_dir_all(outer.0.join(folder)).expect(folder);
        }
        write("secret.txt", SECRET);
        write("outside/secret.txt", SECRET);
        write("manuals/start.md", "start");
        write("inner/manuals/hidden.txt", SECRET);
        write("inner/plain.txt", "plain");
        write("inner/folder/inner.txt", "inner");
        write("inner/caf\u{e9}.txt", "coffee");
        let inner = outer.0.join("inner");
        let secret = outer.0.join("secret.txt");
        let links: &[(&str, &Path)] = &[
            ("link_file", Path::new("../secret.txt")),
            ("link_absolute", &secret),
            ("link_folder", Path::new("../outside")),
            ("link_deep", Path::new("folder/../../secret.txt")),
            ("link_chain", Path::new("link_file")),
            ("link_to_link_folder", Path::new("link_folder")),
            ("link_dangling", Path::new("../nothing.txt")),
            ("link_parent", Path::new("..")),
            ("link_loop", Path::new("link_loop")),
            ("link_root", Path::new("/")),
            ("link_proc_root", Path::new("/proc/self/root")),
            ("link_proc_cwd", Path::new("/proc/self/cwd")),
            ("link_proc_fd", Path::new("/proc/self/fd/0")),
            ("link_zero", Path::new("/dev/zero")),
            // out and back in still counts as out
            ("link_back", Path::new("../inner/plain.txt")),
            ("link_inside", Path::new("folder/inner.txt")),
            ("link_within", Path::new("folder")),
            ("folder/up", Path::new("../../secret.txt")),
        ];
        for (name, target) in links {
            symlink(target, inner.join(name)).expect(name);
        }
        let made = Command::new("mkfifo").arg(inner.join("pipe")).status();
        assert!(made.expect("mkfifo").success());
        let socket = UnixListener::bind(inner.join("socket")).expect("a socket");
        Place {
            outer,
            _socket: socket,
        }
    }

    pub(super) fn workspace(&self) -> Workspace {
        let root = Workspace::open(self.outer.0.join("inner")).expect("the folder");
        let manuals = self.outer.0.join("manuals");
        root.mount("/manuals", manuals, Access::Read)
            .expect("a mount")
    }

    /// The answer of a tool, checked to never contain a secret.
    pub(super) fn call(&self, tool: &str, path: &str) -> String {
        let worker = tools::owner::worker(()).observer(NoObserver);
        let worker = worker.workspace(self.workspace());
        let mut arguments = serde_json::json!({ "path": path });
        if tool == "write_file" {
            arguments["content"] = "CHANGED".into();
        }
        if tool == "edit_file" {
            arguments["old_text"] = "e".into();
            arguments["new_text"] = "CHANGED".into();
        }
        let call = ToolCall::new("1", format!("filesystem::{tool}"), arguments.to_string());
        let answer = answer(&block_on(worker.call(&Context::default(), call)));
        assert!(!answer.contains(SECRET), "{tool} {path}: {answer}");
        let host = self.outer.0.to_string_lossy();
        assert!(!answer.contains(&*host), "{tool} {path}: {answer}");
        answer
    }

    /// Whether everything outside is unchanged.
    pub(super) fn is_untouched(&self) -> bool {
        let text = |path: &str| fs::read_to_string(self.outer.0.join(path)).unwrap_or_default();
        let names = |path: &str| fs::read_dir(self.outer.0.join(path)).expect(path).count();
        [text("secret.txt"), text("outside/secret.txt")] == [SECRET, SECRET]
            && text("manuals/start.md") == "start"
            && [names("outside"), names("manuals"), names(".")] == [1, 1, 4]
    }
}
