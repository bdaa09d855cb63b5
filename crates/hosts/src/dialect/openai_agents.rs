//! OpenAI's Agents SDK: `require_approval` and `tool_filter` of a server of MCP in Python. What the filter does not allow is
//! not there; a tool without an approval runs.

use super::names::{find_name, find_unknown, read_names};
use crate::choice::Choice;
use crate::deployed::{Deployed, Judged, Remark};
use toolc_base::json_text::{Object, lay_out, write_array, write_string};
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;

/// Writes both arguments of a server's constructor.
pub(crate) fn write_config(_server: &str, choices: &[Choice]) -> String {
    let names = |keep: &dyn Fn(Approval) -> bool| {
        let kept = choices.iter().filter(|choice| keep(choice.approval));
        write_array(kept.map(|choice| write_string(&choice.host_name)))
    };
    let list = |keep: &dyn Fn(Approval) -> bool| {
        let mut object = Object::default();
        object.add_json("tool_names", &names(keep));
        object.into_text()
    };
    let mut approval = Object::default();
    approval.add_json("always", &list(&|it| it == Approval::Ask));
    approval.add_json("never", &list(&|it| it == Approval::PreApproved));
    let mut filter = Object::default();
    filter.add_json("allowed_tool_names", &names(&|it| it != Approval::Blocked));
    let mut server = Object::default();
    server.add_json("require_approval", &approval.into_text());
    server.add_json("tool_filter", &filter.into_text());
    lay_out(&server.into_text())
}

/// `require_approval`.
enum Asked {
    /// Of every tool, with the place that says so.
    All(Approval, Span),
    /// Of some; the others run.
    Some(Vec<(String, Span, Approval)>, Span),
}

struct Server {
    asked: Asked,
    allowed: Option<Vec<Spanned<String>>>,
    listed: Option<Span>,
    blocked: Vec<Spanned<String>>,
}

/// Reads them.
pub(crate) fn read_config(
    file: &Node,
    _server: &str,
) -> Result<Box<dyn Deployed>, Spanned<String>> {
    if file.as_map().is_none() {
        let lacks = "it has no `require_approval` and no `tool_filter`".to_owned();
        return Err(Spanned::new(lacks, file.span));
    }
    let filter = file.get("tool_filter");
    let allowed = filter.and_then(|filter| filter.get("allowed_tool_names"));
    let blocked = filter.and_then(|filter| filter.get("blocked_tool_names"));
    let asked = match file.get("require_approval") {
        None => Asked::All(Approval::PreApproved, file.span),
        Some(node) => read_asked(node),
    };
    Ok(Box::new(Server {
        asked,
        allowed: read_names(allowed),
        listed: allowed.map(|it| it.span),
        blocked: read_names(blocked).unwrap_or_default(),
    }))
}

/// The forms that the SDK takes: a word or a flag for all tools, two lists, or a word or a flag for each tool.
fn read_asked(node: &Node) -> Asked {
    let word = |node: &Node| match (node.as_str(), node.as_bool()) {
        (Some("always"), _) | (_, Some(true)) => Approval::Ask,
        _ => Approval::PreApproved,
    };
    let Some(map) = node.as_map() else {
        return Asked::All(word(node), node.span);
    };
    let lists = [("always", Approval::Ask), ("never", Approval::PreApproved)];
    let list = |key: &str| map.get(key).and_then(|it| it.get("tool_names"));
    let mut some = Vec::new();
    if lists.iter().any(|(key, _)| list(key).is_some()) {
        for (key, approval) in lists {
            let names = read_names(list(key)).unwrap_or_default().into_iter();
            some.extend(names.map(|name| (name.value, name.span, approval)));
        }
    } else {
        let entries = map.iter();
        some.extend(entries.map(|it| (it.key.clone(), it.key_span, word(&it.value))));
    }
    Asked::Some(some, node.span)
}

impl Deployed for Server {
    fn judge(&self, tool: &str) -> Judged {
        if let Some(place) = find_name(&self.blocked, tool) {
            return Judged::by_entry(Approval::Blocked, place);
        }
        if let Some(allowed) = &self.allowed
            && find_name(allowed, tool).is_none()
        {
            return Judged {
                approval: Approval::Blocked,
                place: self.listed,
            };
        }
        match &self.asked {
            Asked::All(approval, place) => Judged::by_entry(*approval, *place),
            Asked::Some(tools, place) => {
                let own = tools.iter().filter(|(name, _, _)| name == tool);
                let loosest = own.min_by_key(|(_, _, approval)| *approval);
                let judged =
                    loosest.map(|(_, place, approval)| Judged::by_entry(*approval, *place));
                judged.unwrap_or(Judged::by_entry(Approval::PreApproved, *place))
            }
        }
    }

    fn judge_unknown(&self) -> Judged {
        match (&self.allowed, self.listed, &self.asked) {
            (Some(_), Some(place), _) => Judged::by_entry(Approval::Blocked, place),
            (_, _, Asked::All(approval, place)) => Judged::by_entry(*approval, *place),
            (_, _, Asked::Some(_, place)) => Judged::by_entry(Approval::PreApproved, *place),
        }
    }

    fn find_loosenings(&self) -> Vec<Remark> {
        Vec::new()
    }

    fn find_idle(&self, known: &[&str]) -> Vec<Remark> {
        let lists = self.allowed.iter().flatten().chain(&self.blocked);
        let lists = lists.map(|name| (name.value.as_str(), name.span));
        let asked = match &self.asked {
            Asked::All(..) => [].as_slice(),
            Asked::Some(tools, _) => tools.as_slice(),
        };
        let asked = asked.iter().map(|(name, place, _)| (name.as_str(), *place));
        find_unknown(lists.chain(asked), known, "the SDK")
    }
}
