//! VS Code: `chat.tools.eligibleForAutoApproval` in its settings. A tool that it names with `false` is always asked about;
//! no setting lets one run or denies it.

use super::names::find_unknown;
use crate::choice::Choice;
use crate::deployed::{Deployed, Judged, Remark};
use toolc_base::json_text::{Object, lay_out};
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_model::model::approval::Approval;

const ELIGIBLE: &str = "chat.tools.eligibleForAutoApproval";

/// Settings by which every tool runs, the one above notwithstanding.
const GLOBAL: &[&str] = &["chat.tools.global.autoApprove", "chat.tools.autoApprove"];

/// Writes the setting.
pub(crate) fn write_config(_server: &str, choices: &[Choice]) -> String {
    let mut tools = Object::default();
    for choice in choices
        .iter()
        .filter(|choice| choice.approval == Approval::Ask)
    {
        tools.add_json(&choice.host_name, "false");
    }
    let mut settings = Object::default();
    settings.add_json(ELIGIBLE, &tools.into_text());
    settings.add_json(GLOBAL[0], "false");
    lay_out(&settings.into_text())
}

struct Settings {
    server: String,
    tools: Vec<(String, Span, Option<bool>)>,
    global: Vec<Span>,
}

/// Whether a file has one of the settings.
pub(crate) fn is_own(file: &Node) -> bool {
    let keys = file.as_map().into_iter().flat_map(|map| map.iter());
    keys.map(|entry| entry.key.as_str())
        .any(|key| key == ELIGIBLE || GLOBAL.contains(&key))
}

/// Reads them.
pub(crate) fn read_config(file: &Node, server: &str) -> Result<Box<dyn Deployed>, Spanned<String>> {
    if file.as_map().is_none() {
        let lacks = "it is not an object with settings".to_owned();
        return Err(Spanned::new(lacks, file.span));
    }
    let tools = file.entries(ELIGIBLE);
    let tools = tools.map(|it| (it.key.clone(), it.key_span, it.value.as_bool()));
    let global = GLOBAL.iter().filter_map(|key| file.get(key));
    let global = global.filter(|value| value.as_bool() != Some(false));
    Ok(Box::new(Settings {
        server: server.to_owned(),
        tools: tools.collect(),
        global: global.map(|value| value.span).collect(),
    }))
}

impl Deployed for Settings {
    fn judge(&self, tool: &str) -> Judged {
        let own = self.tools.iter().find(|(name, _, _)| name == tool);
        match own {
            Some((_, place, Some(false))) => Judged::by_entry(Approval::Ask, *place),
            Some((_, place, _)) => Judged::by_entry(Approval::PreApproved, *place),
            None => Judged::by_default(Approval::PreApproved),
        }
    }

    fn judge_unknown(&self) -> Judged {
        Judged::by_default(Approval::PreApproved)
    }

    fn find_loosenings(&self) -> Vec<Remark> {
        let places = self.global.iter();
        let text = "this setting lets every tool run without a question";
        places.map(|place| Remark::new(*place, text)).collect()
    }

    /// Names of tools have no server here, and an unknown name may belong to another server.
    fn find_idle(&self, known: &[&str]) -> Vec<Remark> {
        let about = |name: &str| name.contains(&self.server) && name.contains(['/', '.']);
        let names = self.tools.iter().filter(|(name, _, _)| about(name));
        let names = names.map(|(name, place, _)| (name.as_str(), *place));
        find_unknown(names, known, "VS Code")
    }
}
