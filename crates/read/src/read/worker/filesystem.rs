//! The settings for the toolset `filesystem`: where its files are, and its limits.

use super::limits::read_toolset_limits;
use crate::read::fields::{self, Keys};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::toolset::{FILE_SETTINGS, Files, Mount};
use toolc_runtime::path;

/// Reads the settings other than tools and approval.
pub(super) fn read_filesystem(diagnostics: &mut Diagnostics, map: &Map, span: Span) -> Files {
    let root = fields::string_at(diagnostics, map, "root");
    let mut files = Files::new(span);
    read_toolset_limits(diagnostics, map, FILE_SETTINGS, &mut files);
    files.root = root.filter(|root| is_folder(diagnostics, root, "`root`"));
    files.mounts = read_mounts(diagnostics, map);
    files.suffixes = read_suffixes(diagnostics, map);
    files
}

fn read_mounts(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Mount> {
    let Some(node) = map.get("mounts") else {
        return Vec::new();
    };
    let Some(items) = node.as_list() else {
        fields::wrong_kind(diagnostics, node, "`mounts`", "a list of mappings");
        return Vec::new();
    };
    let mut mounts: Vec<Mount> = Vec::new();
    for item in items {
        let Some(mount) = read_mount(diagnostics, item) else {
            continue;
        };
        let place = path::normalise_path(&mount.target.value);
        let same = |known: &&Mount| path::normalise_path(&known.target.value) == place;
        match mounts.iter().find(same) {
            Some(first) => {
                let message = format!("`{}` is mounted twice", mount.target.value);
                let finding = Diagnostic::new(Code::UNFIT_MOUNT, mount.target.span, message)
                    .also(first.target.span, "first mounted here")
                    .help("give each mount its own place");
                diagnostics.push(finding);
            }
            None => mounts.push(mount),
        }
    }
    mounts
}

/// `{ target: /docs, path: ./docs, read_only: true }`
fn read_mount(diagnostics: &mut Diagnostics, node: &Node) -> Option<Mount> {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping, such as `{ target: /docs, path: ./docs, read_only: true }`";
        fields::wrong_kind(diagnostics, node, "a mount", wanted);
        return None;
    };
    let keys = Keys {
        owner: "a mount",
        known: &["target", "path", "read_only"],
        restrictions: &[],
        idle: &[],
        called: &[("source", "path"), ("readonly", "read_only")],
        elsewhere: &[("mode", "write `read_only: true`, or leave it out")],
    };
    fields::check_keys(diagnostics, map, &keys);
    let target = fields::string_at(diagnostics, map, "target");
    let path = fields::string_at(diagnostics, map, "path");
    let read_only = fields::flag_at(diagnostics, map, "read_only");
    // a flag that cannot be read restricts
    let read_only = read_only.unwrap_or(map.contains("read_only"));
    for key in ["target", "path"] {
        if !map.contains(key) {
            let message = format!("a mount has no `{key}`");
            let finding = Diagnostic::new(Code::UNFIT_MOUNT, node.span, message)
                .help("write `{ target: /docs, path: ./docs }`");
            diagnostics.push(finding);
        }
    }
    let (target, path) = (target?, path?);
    let fits = is_target(diagnostics, &target) & is_folder(diagnostics, &path, "`path`");
    fits.then_some(Mount {
        target,
        path,
        read_only,
    })
}

/// Checks a mount point, which cannot be `/`: that is `root`.
fn is_target(diagnostics: &mut Diagnostics, target: &Spanned<String>) -> bool {
    let reason = match path::normalise_path(&target.value) {
        _ if !target.value.starts_with('/') => "it must begin with `/`".to_owned(),
        Ok(parts) if parts.is_empty() => "`/` itself is `root`".to_owned(),
        Ok(_) => return true,
        Err(reason) => reason.to_string(),
    };
    let message = format!("nothing can be mounted at `{}`: {reason}", target.value);
    let finding = Diagnostic::new(Code::UNFIT_MOUNT, target.span, message)
        .label("the place that models know")
        .help("write a place below `/`, such as `/docs`");
    diagnostics.push(finding);
    false
}

/// Checks a path on the machine, which the program will open. Any non-empty path is allowed.
fn is_folder(diagnostics: &mut Diagnostics, path: &Spanned<String>, what: &str) -> bool {
    let fits = !path.value.trim().is_empty() && !path.value.contains('\0');
    if !fits {
        let message = format!("{what} is not the path of a folder");
        let finding = Diagnostic::new(Code::UNFIT_MOUNT, path.span, message)
            .help("write a folder, relative to where the program runs: `./workspace`");
        diagnostics.push(finding);
    }
    fits
}

/// `[.txt, .md]`. A list that cannot be read allows nothing.
fn read_suffixes(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<Vec<String>>> {
    let node = map.get("allowed_suffixes")?;
    let listed = fields::read_strings(diagnostics, node, "`allowed_suffixes`").unwrap_or_default();
    let mut suffixes = Vec::new();
    for suffix in listed {
        if path::is_suffix(&suffix.value) {
            suffixes.push(suffix.value);
        } else {
            let message = format!("`{}` is not a file suffix", suffix.value);
            let finding = Diagnostic::new(Code::WRONG_SHAPE, suffix.span, message)
                .help("write a dot and the suffix: `.txt`");
            diagnostics.push(finding);
        }
    }
    Some(Spanned::new(suffixes, node.span))
}
