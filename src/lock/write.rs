//! Writes `toolc.lock`: a subset of YAML that a person reads in a diff. One keyword, enum value or
//! required name per line, strings always in quotes, and prose of several
//! lines as a block. Schemas keep the order of their keys, for a model reads it.

use super::{Lock, LockedTool, LockedWorker, Settings, VERSION};
use crate::node::{Node, Value};
use toolc_runtime::hidden::visible_letters;
use toolc_runtime::json::write_string;

/// How every lock begins.
pub const HEADER: &str = "\
# toolc.lock: what models are offered and who may call it, as a person has accepted it.
# Written by `toolc lock`. Commit it, and review its changes like code.
";

/// A YAML key is found within this many bytes on its line, or it must be marked by `?`.
const MAX_PLAIN_KEY: usize = 1000;

/// The text of `toolc.lock`, the same to the byte for the same lock.
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

/// The text so far, and how deep the next line stands.
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

    /// A key of the format itself, above a mapping that may be empty.
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

    /// `key:` without what follows.
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

    /// What follows a `:` or a `-`, with the end of the line.
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

/// Whether a key needs no quotes: letters that no version of YAML takes for anything else.
fn is_plain_key(key: &str) -> bool {
    const WORDS: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let starts = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    starts
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(key))
}

/// Whether a text reads the same as a block: several lines, nothing hidden, no space at the ends of
/// lines and none before the first, at most one line break at the end.
fn is_block(text: &str) -> bool {
    let lines_end_well = || text.split('\n').all(|line| !line.ends_with([' ', '\t']));
    text.contains('\n')
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with("\n\n")
        && !visible_letters(text).any(is_hidden)
        && lines_end_well()
}

/// What a block must not hold, and what a diff should show as an escape.
fn is_hidden((character, hidden): (char, Option<&str>)) -> bool {
    (character.is_control() && character != '\n')
        || matches!(character, '\u{200c}' | '\u{200d}' | '\u{fffe}' | '\u{ffff}')
        || hidden.is_some()
}

/// A string in double quotes; hidden characters are escaped, for a reviewer has to see them.
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
