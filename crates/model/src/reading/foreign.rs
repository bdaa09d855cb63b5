//! The policy that a description written by others states: it may restrict, but never permit, and
//! cannot choose its namespace.

use super::restricted::find_asking;
use super::{Reading, fields};
use crate::model::approval::Approval;
use toolc_base::diagnostic::{Code, Diagnostic, Severity};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::restriction::Counts;
use toolc_base::source::{Role, Spanned};

/// Who wrote a definition, if not the user.
#[derive(Debug, Clone, Copy)]
pub enum Foreign {
    /// An MCP server.
    Server,
    /// The author of a provider's tool list.
    Provider,
    /// The authors of an API.
    Api,
}

impl Foreign {
    fn name(self) -> &'static str {
        match self {
            Foreign::Server => "a snapshot of a server",
            Foreign::Provider => "a provider's tool list",
            Foreign::Api => "the description of an API",
        }
    }
}

/// Keys that servers and providers write in a definition, but people do not in their own tool
/// files.
const SIGNS: &[&str] = &["inputSchema", "parametersJsonSchema"];

/// Whether an unlisted document contains a tool in the format of servers. If so, the whole document
/// is treated as a server's, whatever surrounds that tool and however the others are written.
pub fn is_by_server(role: &Role, node: &Node) -> bool {
    let is_found = matches!(role, Role::Found | Role::Beside(_));
    is_found && has_sign(node, LEVELS)
}

/// The levels below the document: namespaces, their lists, and the tools in these.
const LEVELS: u32 = 3;

fn has_sign(node: &Node, levels: u32) -> bool {
    let below = |node: &Node| levels > 0 && has_sign(node, levels - 1);
    match &node.value {
        Value::Map(map) => {
            SIGNS.iter().any(|key| map.contains(key)) || map.iter().any(|entry| below(&entry.value))
        }
        Value::List(items) => items.iter().any(below),
        _ => false,
    }
}

/// The presumed author of an unlisted definition, if not the user.
pub fn by_shape(reading: &Reading<'_>) -> Option<Foreign> {
    reading.is_by_server.then_some(Foreign::Server)
}

/// The tool's own namespace, if the definition may choose it.
pub fn foreign_namespace(
    reading: &mut Reading<'_>,
    map: &Map,
    foreign: Option<Foreign>,
) -> Option<Spanned<String>> {
    let Some(foreign) = foreign else {
        return fields::read_namespace(reading.diagnostics, map);
    };
    let entry = map.entry("namespace")?;
    let message = format!(
        "`{}` is {}: what it says about its own namespace does not count",
        reading.path,
        foreign.name()
    );
    let finding = Diagnostic::new(Code::FOREIGN_POLICY, entry.key_span, message)
        .help("write `namespace` in the registry entry");
    reading.diagnostics.push(finding);
    None
}

/// Whether the results of a tool come from outside; can only be `false` if the user wrote the tool.
pub fn foreign_untrusted(
    reading: &mut Reading<'_>,
    map: &Map,
    foreign: Option<Foreign>,
) -> Option<Spanned<bool>> {
    let entry = map.entry("untrusted")?;
    let flag = fields::flag_at(reading.diagnostics, map, "untrusted")?;
    let Some(foreign) = foreign.filter(|_| !flag) else {
        return Some(Spanned::new(flag, entry.value.span));
    };
    let message = format!(
        "`{}` is {}: what it says about trust in its results does not count",
        reading.path,
        foreign.name()
    );
    let finding = Diagnostic::new(Code::FOREIGN_POLICY, entry.key_span, message).help(
        "write `trusted: true` on the registry entry, if its results are as good as your own",
    );
    reading.diagnostics.push(finding);
    None
}

/// Keys that determine whether a person is asked.
const NEEDS: &[&str] = &["needsApproval", "needs_approval"];

/// The tool's own approval; can only be `preApproved` if the user wrote the tool.
pub fn foreign_approval(
    reading: &mut Reading<'_>,
    map: &Map,
    foreign: Option<Foreign>,
    tool: &str,
) -> Option<Spanned<Approval>> {
    let word = map.entry("approval");
    if foreign.is_none() {
        let need = fields::entry_of(reading.diagnostics, map, NEEDS);
        let twice = word
            .zip(need)
            .map(|(word, need)| duplicate_approval(word, need));
        twice
            .into_iter()
            .for_each(|found| reading.diagnostics.push(found));
    }
    let word = word.and_then(|entry| read_word(reading, entry, foreign));
    let needs = fields::find_spelt(map, NEEDS);
    let needs = needs.filter_map(|entry| read_need(reading, entry, foreign));
    let found = word.into_iter().chain(needs).reduce(stricter)?;
    let Some(foreign) = foreign.filter(|_| found.value == Approval::PreApproved) else {
        return Some(found);
    };
    let message = format!(
        "`{}` is {}: its own `approval` is ignored",
        reading.path,
        foreign.name()
    );
    let finding = Diagnostic::new(Code::FOREIGN_POLICY, found.span, message).help(format!(
        "grant it in the worker: `approval: {{ tools: {{ {tool}: preApproved }} }}`"
    ));
    reading.diagnostics.push(finding);
    None
}

fn stricter(one: Spanned<Approval>, other: Spanned<Approval>) -> Spanned<Approval> {
    match other.value > one.value {
        true => other,
        false => one,
    }
}

/// `approval: ask`, or `approval: { default: ask }`
fn read_word(
    reading: &mut Reading<'_>,
    entry: &Entry,
    foreign: Option<Foreign>,
) -> Option<Spanned<Approval>> {
    let Some(foreign) = foreign else {
        let word = match entry.value.as_map() {
            Some(map) => map.get("default")?,
            None => &entry.value,
        };
        return fields::read_approval(reading.diagnostics, word, "`approval`");
    };
    let word = entry.value.as_str().and_then(Approval::from_name);
    let place = entry.value.span;
    Some(match word {
        Some(approval) => Spanned::new(approval, place),
        None => counted(reading, entry, foreign, Approval::Ask),
    })
}

/// `needsApproval: true`
fn read_need(
    reading: &mut Reading<'_>,
    entry: &Entry,
    foreign: Option<Foreign>,
) -> Option<Spanned<Approval>> {
    let approval = match (entry.value.as_bool(), foreign) {
        (Some(true), _) => Approval::Ask,
        (Some(false), _) => Approval::PreApproved,
        (None, Some(foreign)) => return Some(counted(reading, entry, foreign, Approval::Ask)),
        (None, None) => {
            let what = format!("`{}`", entry.key);
            fields::wrong_kind(
                reading.diagnostics,
                &entry.value,
                &what,
                "`true` or `false`",
            );
            return None;
        }
    };
    Some(Spanned::new(approval, entry.value.span))
}

fn duplicate_approval(word: &Entry, need: &Entry) -> Diagnostic {
    let message = format!(
        "a tool has both `{}` and `{}`, which mean the same",
        word.key, need.key
    );
    Diagnostic::new(Code::WRONG_SHAPE, need.key_span, message)
        .also(word.key_span, "also set here")
        .help(format!("remove `{}`", need.key))
}

/// What a key in a third party's tool asks for.
pub enum Requested {
    /// No restriction.
    Nothing,
    /// A restriction that toolc does not enforce, which is reported.
    InVain,
    /// A restriction that counts as an approval.
    For(Spanned<Approval>),
}

/// Whether a key asks for a restriction of a third party's tool, and how it is treated.
pub fn foreign_restriction(
    reading: &mut Reading<'_>,
    entry: &Entry,
    foreign: Foreign,
    tool: &str,
) -> Requested {
    // in MCP, this mapping describes how the tool supports tasks
    let is_task = entry.key == "execution" && entry.value.as_map().is_some();
    let Some(row) = find_asking(entry).filter(|_| !is_task) else {
        return Requested::Nothing;
    };
    if let Some(counts) = row.counts {
        let approval = match counts {
            Counts::AsAsk => Approval::Ask,
            Counts::AsBlocked => Approval::Blocked,
        };
        return Requested::For(counted(reading, entry, foreign, approval));
    }
    let message = format!(
        "`{}` is {}: its `{}` is not enforced",
        reading.path,
        foreign.name(),
        entry.key
    );
    let finding = Diagnostic::new(Code::FOREIGN_POLICY, entry.key_span, message).help(format!(
        "restrict the tool in the worker: leave it off the whitelist, or write \
         `approval: {{ tools: {{ {tool}: ask }} }}`"
    ));
    reading.diagnostics.push(finding);
    Requested::InVain
}

/// Accepts a restriction that is not in toolc's terms.
fn counted(
    reading: &mut Reading<'_>,
    entry: &Entry,
    foreign: Foreign,
    approval: Approval,
) -> Spanned<Approval> {
    let word = approval.name();
    let message = format!(
        "`{}` is {}: its `{}` counts as `approval: {word}`",
        reading.path,
        foreign.name(),
        entry.key
    );
    let finding = Diagnostic::new(Code::FOREIGN_POLICY, entry.key_span, message)
        .help("say in the worker what you want: the whitelist and its `approval` decide");
    reading.diagnostics.push(finding);
    Spanned::new(approval, entry.key_span)
}

/// Whether a key of an operation is read or reported here, although OpenAPI does not have it.
pub fn is_key_of_operation(entry: &Entry) -> bool {
    let key = entry.key.as_str();
    matches!(key, "approval" | "namespace") || NEEDS.contains(&key) || find_asking(entry).is_some()
}

/// The approval of an operation, if it is stated in toolc's terms. OpenAPI has no such key, so any
/// other value means something else.
pub fn operation_approval(
    reading: &mut Reading<'_>,
    operation: &Map,
    name: &str,
) -> Option<Spanned<Approval>> {
    report_restrictions(reading, operation);
    let word = operation.get("approval").and_then(Node::as_str);
    let has_word = word.and_then(Approval::from_name).is_some();
    let mut needs = fields::find_spelt(operation, NEEDS);
    if !has_word && needs.all(|need| need.value.as_bool().is_none()) {
        return None;
    }
    foreign_approval(reading, operation, Some(Foreign::Api), name)
}

/// Reports keys of an operation that look like restrictions, and an `approval` that is not one.
fn report_restrictions(reading: &mut Reading<'_>, operation: &Map) {
    let is_unread = |entry: &&Entry| match entry.key.as_str() {
        "approval" => entry.value.as_str().and_then(Approval::from_name).is_none(),
        key if NEEDS.contains(&key) => entry.value.as_bool().is_none(),
        _ => find_asking(entry).is_some(),
    };
    for entry in operation.iter().filter(is_unread) {
        let word = entry.value.as_str().filter(|_| entry.key == "approval");
        let (message, help) = match word {
            Some(word) => (
                format!("`{word}` is not an approval, so it is not enforced"),
                "write `approval: ask` or `approval: blocked`; or restrict the operation in the \
                 worker, or in `overrides`",
            ),
            None => (
                format!(
                    "`{}` is {}: its `{}` is not enforced",
                    reading.path,
                    Foreign::Api.name(),
                    entry.key
                ),
                "restrict the operation in the worker, or in `overrides`: `approval: ask`",
            ),
        };
        let finding = Diagnostic::new(Code::FOREIGN_POLICY, entry.key_span, message).help(help);
        // others use extensions for what they like
        let is_extension = entry.key.starts_with("x-");
        reading.diagnostics.push(Diagnostic {
            severity: if is_extension {
                Severity::Note
            } else {
                finding.severity
            },
            ..finding
        });
    }
}
