//! Noun: a worker's settings for the toolset `filesystem`.

use super::setting::{ToolsetSetting, ToolsetValue, Unit, Wider};
use crate::model::field::field;
use crate::model::locked::{list_texts, quote_word};
use toolc_base::source::{Span, Spanned};
use toolc_runtime::path::has_suffix;

/// A worker's settings for `filesystem`. Unset limits have the defaults of the runtime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The place of the toolset.
    pub span: Span,
    /// `root`: the folder that appears as `/`.
    pub root: Option<Spanned<String>>,
    /// The place that forbids changes.
    pub read_only: Option<Span>,
    /// `mounts`: additional folders, by their location below `/`.
    pub mounts: Vec<Mount>,
    /// `allowed_suffixes`; if unset, every file is allowed.
    pub suffixes: Option<Spanned<Vec<String>>>,
    /// `max_file_size`, in bytes.
    pub max_file_size: Option<Spanned<u64>>,
    /// `max_entries`: the maximum number of files in a listing.
    pub max_entries: Option<Spanned<u64>>,
}

/// A folder mounted below `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// The mount point: `/docs`.
    pub target: Spanned<String>,
    /// The path of the folder.
    pub path: Spanned<String>,
    /// `read_only`
    pub read_only: bool,
}

impl Files {
    /// Without any setting.
    pub fn new(span: Span) -> Self {
        Files {
            span,
            root: None,
            read_only: None,
            mounts: Vec::new(),
            suffixes: None,
            max_file_size: None,
            max_entries: None,
        }
    }
}

/// A row for each setting.
pub const FILE_SETTINGS: &[ToolsetSetting<Files>] = &[
    ToolsetSetting {
        key: "root",
        locked: "filesystem.root",
        value: ToolsetValue::Folder(field!(root)),
    },
    ToolsetSetting {
        key: "read_only",
        locked: "filesystem.read_only",
        value: ToolsetValue::Restriction(field!(read_only)),
    },
    ToolsetSetting {
        key: "mounts",
        locked: "filesystem.mounts",
        value: ToolsetValue::Parts {
            record: |files| {
                let first = files.mounts.first()?.target.span;
                Some(list_texts(files.mounts.iter().map(show_mount), first))
            },
            inherit: |own, theirs| own.mounts.clone_from(&theirs.mounts),
            find_wider: find_wider_mount,
        },
    },
    ToolsetSetting {
        key: "allowed_suffixes",
        locked: "filesystem.allowed_suffixes",
        value: ToolsetValue::Parts {
            record: |files| {
                let suffixes = files.suffixes.as_ref()?;
                Some(list_texts(suffixes.value.iter().cloned(), suffixes.span))
            },
            inherit: |own, theirs| own.suffixes.clone_from(&theirs.suffixes),
            find_wider: find_wider_suffixes,
        },
    },
    ToolsetSetting {
        key: "max_file_size",
        locked: "filesystem.max_file_size_bytes",
        value: ToolsetValue::Limit(Unit::Size, field!(max_file_size)),
    },
    ToolsetSetting {
        key: "max_entries",
        locked: "filesystem.max_entries",
        value: ToolsetValue::Limit(Unit::Count, field!(max_entries)),
    },
];

/// `/docs is ./docs, read-only`
fn show_mount(mount: &Mount) -> String {
    let Mount {
        target,
        path,
        read_only,
    } = mount;
    let access = if *read_only { ", read-only" } else { "" };
    let (target, path) = (quote_word(&target.value), quote_word(&path.value));
    format!("{target} is {path}{access}")
}

fn find_wider_mount(own: &Files, than: &Files) -> Option<Wider> {
    let wider = own.mounts.iter().find(|mount| {
        let same = than.mounts.iter().find(|other| {
            other.target.value == mount.target.value && other.path.value == mount.path.value
        });
        same.is_none_or(|same| same.read_only && !mount.read_only)
    });
    wider.map(|mount| ("mounts", mount.target.span))
}

fn find_wider_suffixes(own: &Files, than: &Files) -> Option<Wider> {
    let allowed = &than.suffixes.as_ref()?.value;
    let allows = |suffix: &String| has_suffix(suffix, allowed.iter().map(String::as_str));
    let suffixes = own.suffixes.as_ref();
    let is_within = suffixes.is_some_and(|own| own.value.iter().all(allows));
    let place = suffixes.map_or(own.span, |suffixes| suffixes.span);
    (!is_within).then_some(("allowed_suffixes", place))
}
