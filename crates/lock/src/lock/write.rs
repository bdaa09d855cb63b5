//! Writes `toolc.lock`: a subset of YAML that a person reads in diffs. One keyword, enum value or
//! required name per line, strings always quoted, and multi-line prose as a block. Schemas keep the
//! order of their keys, because a model reads them.

use super::entry::Entry;
use super::{Lock, LockedTool, LockedWorker, Settings, VERSION};
use toolc_base::node::{Node, Value};
use toolc_runtime::hidden::visible_letters;
use toolc_runtime::json::write_string;

/// The first lines of every lock.
pub const HEADER: &str = "\
# toolc.lock: what models are offered and who may call it, as a person has accepted it.
# Written by `toolc lock`. Commit it, and review its changes like code.
";

/// YAML parsers look for the `:` of a key only this many bytes ahead; longer keys must be marked
/// with `?`.
const MAX_PLAIN_KEY: usize = 1000;

/// The text of `toolc.lock`, byte for byte the same for the same lock.
pub fn write_lock(lock: &Lock) -> String {
    let mut page = Page {
        out: HEADER.to_owned(),
        indent: 0,
    };
    page.line(&format!("version: {VERSION}"));
    page.section("tools", lock.tools.is_empty(), |page| {
        for tool in &lock.tools {
            page.nested(&tool.key(), |page| write_tool(page, tool));
        }
    });
    page.section("definitions", lock.definitions.is_empty(), |page| {
        for (key, node) in &lock.definitions {
            page.entry(key, node);
        }
    });
    page.section("engines", lock.engines.is_empty(), |page| {
        for engine in &lock.engines {
            page.nested(&engine.name, |page| write_settings(page, &engine.settings));
        }
    });
    page.section("workers", lock.workers.is_empty(), |page| {
        for worker in &lock.workers {
            page.nested(&worker.name, |page| write_worker(page, worker));
        }
    });
    // most locks have none, and stay as they were
    if !lock.artifacts.is_empty() {
        page.section("artifacts", false, |page| {
            for (name, artifact) in &lock.artifacts {
                page.nested(name, |page| {
                    page.text("model", &artifact.model);
                    page.text("sha256", &artifact.sha256);
                });
            }
        });
    }
    page.out
}

/// The text of one entry, without the indentation that it has in the whole.
pub(crate) fn write_entry(entry: Entry<'_>) -> String {
    let mut page = Page {
        out: String::new(),
        indent: 0,
    };
    match entry {
        Entry::Tool(tool) => write_tool(&mut page, tool),
        Entry::Definition(key, node) => page.entry(key, node),
        Entry::Engine(engine) => write_settings(&mut page, &engine.settings),
        Entry::Worker(worker) => write_worker(&mut page, worker),
    }
    page.out
}

fn write_tool(page: &mut Page, tool: &LockedTool) {
    page.text("name", &tool.name);
    if tool.overload > 0 {
        page.line(&format!("overload: {}", tool.overload));
    }
    page.text("wire_name", &tool.wire_name);
    page.text("raw_fingerprint", &tool.raw_fingerprint);
    page.text("structural_fingerprint", &tool.structural_fingerprint);
    if let Some(title) = &tool.title {
        page.text("title", title);
    }
    page.text("description", &tool.description);
    if let Some(approval) = &tool.approval {
        page.text("approval", approval.value.name());
    }
    if !tool.settings.is_empty() {
        page.nested("settings", |page| write_settings(page, &tool.settings));
    }
    if !tool.metadata.is_empty() {
        page.nested("metadata", |page| {
            for (key, node) in &tool.metadata {
                page.entry(key, node);
            }
        });
    }
    page.entry("input", &tool.input);
    if let Some(output) = &tool.output {
        page.entry("output", output);
    }
    if let Some(fingerprint) = &tool.output_fingerprint {
        page.text("output_fingerprint", fingerprint);
    }
}

fn write_settings(page: &mut Page, settings: &Settings) {
    for (key, node) in settings {
        page.entry(key, node);
    }
}

fn write_worker(page: &mut Page, worker: &LockedWorker) {
    page.section("settings", worker.settings.is_empty(), |page| {
        write_settings(page, &worker.settings);
    });
    page.section("grants", worker.grants.is_empty(), |page| {
        for (tool, grant) in &worker.grants {
            page.text(tool, grant.approval.name());
        }
    });
    page.section("blocked", worker.blocked.is_empty(), |page| {
        for (tool, block) in &worker.blocked {
            page.text(tool, &block.reason);
        }
    });
}

/// The text so far, and the indentation of the next line.
struct Page {
    out: String,
    indent: usize,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.margin();
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn margin(&mut self) {
        self.out.extend(std::iter::repeat_n("  ", self.indent));
    }

    /// A key of the format itself, with a mapping that may be empty.
    fn section(&mut self, key: &str, empty: bool, write: impl FnOnce(&mut Page)) {
        if self.indent == 0 {
            self.out.push('\n');
        }
        if empty {
            self.line(&format!("{key}: {{}}"));
            return;
        }
        self.nested(key, write);
    }

    fn nested(&mut self, key: &str, write: impl FnOnce(&mut Page)) {
        self.key(key);
        self.out.push('\n');
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    /// Writes `key:`, without the value.
    fn key(&mut self, key: &str) {
        let written = if is_plain_key(key) {
            key.to_owned()
        } else {
            quote(key)
        };
        self.margin();
        if written.len() > MAX_PLAIN_KEY {
            self.out.push_str("? ");
            self.out.push_str(&written);
            self.out.push('\n');
            self.margin();
        } else {
            self.out.push_str(&written);
        }
        self.out.push(':');
    }

    fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    fn entry(&mut self, key: &str, node: &Node) {
        self.key(key);
        self.value(node);
    }

    /// Writes the value after a `:` or a `-`, including the line break.
    fn value(&mut self, node: &Node) {
        match &node.value {
            Value::String(text) => self.string(text),
            Value::List(list) if !list.is_empty() => self.list(list),
            Value::Map(map) if !map.is_empty() => {
                self.out.push('\n');
                self.indent += 1;
                for entry in map.iter() {
                    self.entry(&entry.key, &entry.value);
                }
                self.indent -= 1;
            }
            _ => {
                self.out.push(' ');
                self.out.push_str(&node.to_json());
                self.out.push('\n');
            }
        }
    }

    fn list(&mut self, list: &[Node]) {
        self.out.push('\n');
        self.indent += 1;
        for node in list {
            self.margin();
            self.out.push('-');
            self.value(node);
        }
        self.indent -= 1;
    }

    fn string(&mut self, text: &str) {
        self.out.push(' ');
        if !is_block(text) {
            self.out.push_str(&quote(text));
            self.out.push('\n');
            return;
        }
        let lines = match text.strip_suffix('\n') {
            Some(lines) => {
                self.out.push_str("|\n");
                lines
            }
            None => {
                self.out.push_str("|-\n");
                text
            }
        };
        self.indent += 1;
        for line in lines.split('\n') {
            if line.is_empty() {
                self.out.push('\n');
            } else {
                self.line(line);
            }
        }
        self.indent -= 1;
    }
}

/// Whether a key needs no quotes: all its characters are plain in every version of YAML.
fn is_plain_key(key: &str) -> bool {
    const WORDS: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let starts = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    starts
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(key))
}

/// Whether a text can be written as a block without loss: several lines, no hidden characters, no
/// trailing spaces, no leading white space, and at most one final line break.
fn is_block(text: &str) -> bool {
    let lines_end_well = || text.split('\n').all(|line| !line.ends_with([' ', '\t']));
    text.contains('\n')
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with("\n\n")
        && !visible_letters(text).any(is_hidden)
        && lines_end_well()
}

/// Whether a character must not occur in a block, or should be shown as an escape in a diff.
fn is_hidden((character, hidden): (char, Option<&str>)) -> bool {
    (character.is_control() && character != '\n')
        || matches!(character, '\u{200c}' | '\u{200d}' | '\u{fffe}' | '\u{ffff}')
        || hidden.is_some()
}

/// A string in double quotes. Hidden characters are escaped, so that reviewers see them.
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    write_string(text, &mut quoted);
    if !visible_letters(&quoted).any(is_hidden) {
        return quoted;
    }
    let mut escaped = String::with_capacity(quoted.len() + 16);
    for (character, hidden) in visible_letters(&quoted) {
        let number = u32::from(character);
        if !is_hidden((character, hidden)) {
            escaped.push(character);
        } else if number > 0xffff {
            escaped.push_str(&format!("\\U{number:08x}"));
        } else {
            escaped.push_str(&format!("\\u{number:04x}"));
        }
    }
    escaped
}
