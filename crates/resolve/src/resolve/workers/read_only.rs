//! `read_only: true` in a worker or a toolset: only read-only tools exist there.

use super::Index;
use super::shown::list_names;
use super::whitelist::Granted;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::draft::{DraftToolset, Whitelist};
use toolc_model::model::{Tool, ToolId};

/// Applies the `read_only` at this place to the grants of a toolset. A listed tool that is not
/// read-only is an error; under `tools: all`, and in a list that is inherited by the worker whose
/// own `read_only` this is, it is left out.
pub(super) fn restrict_tools<'t>(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    toolset: &DraftToolset,
    read_only: Span,
    is_own: bool,
    mut granted: Granted<'t>,
) -> Granted<'t> {
    let inherits = |span: Span| span.source != read_only.source;
    if let Whitelist::Names(list) = &toolset.tools
        && !(inherits(list.span) && is_own)
    {
        for entry in &list.value {
            let name = entry.bare();
            let overloads = granted.get(name).into_iter().flatten();
            if let Some(tool) = first_change(index, overloads) {
                let is_built_in = index.shipped(&toolset.name.value).is_some();
                diagnostics.push(refused(tool, entry.span, read_only, is_built_in));
            }
        }
        return granted;
    }
    let mut left_out = Vec::new();
    granted.retain(|name, overloads| {
        let changes = first_change(index, overloads.iter()).is_some();
        if changes {
            left_out.push(*name);
        }
        !changes
    });
    // the tools of built-in toolsets are well known, so nobody wonders which are left
    let is_known = index.shipped(&toolset.name.value).is_some();
    if !left_out.is_empty() && !is_known {
        diagnostics.push(fewer(toolset, read_only, &left_out));
    }
    granted
}

/// The first overload that is not known to be read-only.
fn first_change<'i>(
    index: &Index<'i>,
    mut overloads: impl Iterator<Item = impl std::borrow::Borrow<ToolId>>,
) -> Option<&'i Tool> {
    overloads.find_map(|id| {
        let tool = index.tool(*id.borrow());
        (!tool.effect.class.is_read()).then_some(tool)
    })
}

fn refused(tool: &Tool, place: Span, read_only: Span, is_built_in: bool) -> Diagnostic {
    let name = tool.qualified();
    let effect = &tool.effect;
    let (says, label) = match effect.class.name() {
        "unknown" => (
            format!("nothing says that `{name}` only reads"),
            "not known to be read-only",
        ),
        class => (
            format!("the effect of `{name}` is `{class}`"),
            "not read-only",
        ),
    };
    let message = format!("{says}, and only tools that read may be granted here");
    let stated = effect.stated.class.as_ref().map(|class| class.span);
    let finding = Diagnostic::new(Code::NOT_READ_ONLY, place, message)
        .label(label)
        .also(stated.unwrap_or(tool.span), "the tool")
        .also(read_only, "because of this");
    finding.help(match &tool.http {
        _ if is_built_in => "remove it from the list, or remove `read_only`",
        Some(_) => {
            "remove it from the list; or, if it only reads, write `effect: read` in an override of the \
             operation"
        }
        None => "remove it from the list; or, if it only reads, write `effect: read` in its definition",
    })
}

fn fewer(toolset: &DraftToolset, read_only: Span, left_out: &[&str]) -> Diagnostic {
    let (place, subject) = match &toolset.tools {
        Whitelist::All(span) => (*span, "`tools: all`"),
        Whitelist::Names(list) => (list.span, "`read_only`"),
        _ => (toolset.name.span, "`tools: all`"),
    };
    let message = format!(
        "{subject} of `{}` leaves out what is not known to be read-only: {}",
        toolset.name.value,
        list_names(left_out.iter().copied())
    );
    if place.source != read_only.source {
        return Diagnostic::new(Code::LEFT_OUT_BY_READ_ONLY, read_only, message)
            .label("only tools that read are granted")
            .also(place, "they are inherited from here")
            .help("if one of them only reads, write `effect: read` in its definition");
    }
    Diagnostic::new(Code::LEFT_OUT_BY_READ_ONLY, place, message)
        .also(read_only, "because of this")
        .help("a tool that only reads says so with `effect: read`, or with `readOnlyHint: true` among its annotations")
}
