//! The module of a namespace: its tools, their types, the impls that read and write these, and the tables.

use super::results::{self, Results};
use super::sources::sources_line;
use super::tools::{self, Definitions};
use super::{answers, compared, declared, failures, http, native, toolset, writing};
use crate::emit::rust::kinds::Kind;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::{ToolPlan, TypePlan};
use crate::template::fill_page;
use toolc_base::source::Sources;
use toolc_model::model::ToolId;
use toolc_schema::rust::Page;

const MODULE: &str = include_str!("../../../../templates/module.rs.tmpl");

/// The text of a namespace's module.
pub fn write_module(
    layout: &Layout<'_>,
    results: &Results,
    sources: &Sources,
    ids: &[ToolId],
) -> String {
    let definitions = Definitions::of(layout);
    let [mut types, mut readers, mut tables] = <[Page; 3]>::default();
    let mut requests = http::Shared::new(layout);
    let mut aliases = layout.aliases.list.iter().peekable();
    let mut tools = layout.tools.iter().peekable();
    let mut last = None;
    for index in 0..=layout.types.len() {
        while let Some((_, alias)) = aliases.next_if(|(before, _)| *before == index) {
            types.item(layout.alias_item(alias));
        }
        while let Some(tool) = tools.next_if(|tool| tool.first_type == index) {
            last = Some(tool);
            if layout.tool(tool).is_answer {
                readers.item(answers::entry_item(layout, tool, &definitions));
                readers.item(answers::answer_item(tool));
                continue;
            }
            types.item(tools::marker_item(layout, tool, sources));
            if let Some(item) = results::result_item(layout, results, tool) {
                types.item(item);
            }
            put_tool(&mut types, &mut readers, layout, tool, &definitions);
            if let Some(item) = requests.operation_item(layout, tool) {
                readers.item(item);
            }
            if let Some(item) = requests.remote_item(layout, tool) {
                readers.item(item);
            }
            if let Some(item) = requests.simulated_item(layout, tool) {
                readers.item(item);
            }
            if let Some(item) = requests.asked_item(layout, tool) {
                readers.item(item);
            }
        }
        if let Some(planned) = layout.types.get(index) {
            let tool = last.filter(|tool| planned.root == Some(tool.id));
            put_type(&mut types, &mut readers, layout, planned, tool);
        }
    }
    if let Some(item) = declared::marker_item(layout) {
        types.item(item);
    }
    declared::put_declared(layout, &mut readers);
    layout.constant_items().for_each(|item| tables.item(item));
    for id in &layout.tables {
        tables.item(layout.table_item(*id));
    }
    layout.pattern_items().for_each(|item| tables.item(item));
    layout.sets.items().for_each(|item| tables.item(item));
    definitions.items(layout).for_each(|item| tables.item(item));
    tables.append(&requests.items);
    compared::compared_items(layout)
        .into_iter()
        .for_each(|item| tables.item(item));
    let are_answers = (layout.tools.iter()).any(|tool| layout.tool(tool).is_answer);
    let contents = match are_answers {
        true => "Final answers",
        false => "Tools, their arguments and results",
    };
    let holes = [
        ("contents", contents),
        (
            "sources",
            &sources_line(layout.catalog, sources, ids) as &str,
        ),
        ("types", types.as_str()),
        ("readers", readers.as_str()),
        ("tables", tables.as_str()),
    ];
    fill_page(MODULE, &holes)
}

/// What a tool has besides its marker and its types.
fn put_tool(
    types: &mut Page,
    readers: &mut Page,
    layout: &Layout<'_>,
    tool: &ToolPlan,
    definitions: &Definitions,
) {
    if let Some(item) = failures::error_item(layout, tool) {
        types.item(item);
    }
    readers.item(tools::entry_item(layout, tool, definitions));
    readers.item(tools::tool_item(layout, tool));
    if let Some(item) = failures::texts_item(layout, tool) {
        readers.item(item);
    }
    if let Some(item) = failures::failure_item(tool) {
        readers.item(item);
    }
    if let Some(item) = failures::custom_failure_item(layout, tool) {
        readers.item(item);
    }
    if let Some(item) = toolset::runner_item(layout, tool) {
        readers.item(item);
    }
    if let Some(item) = native::native_item(layout, tool) {
        readers.item(item);
    }
}

/// A type and the impls that read and write it; for arguments, also the tool.
fn put_type(
    types: &mut Page,
    readers: &mut Page,
    layout: &Layout<'_>,
    planned: &TypePlan,
    tool: Option<&ToolPlan>,
) {
    if let Some(tool) = tool {
        if let Some(other) = &planned.same_as {
            types.item(tools::same_args_item(layout, tool, other));
            return;
        }
        readers.item(tools::args_item(layout, tool));
    }
    let names = layout.member_names(planned);
    types.item(layout.type_item(planned, &names));
    if let Some(item) = declared::debug_item(layout, planned, &names) {
        readers.item(item);
    }
    match layout.kind_of(planned) {
        Kind::Choice(values) => {
            types.item(writing::choice_text(&planned.name, &names, values));
            readers.item(writing::choice_display(&planned.name));
            readers.item(writing::choice_from_str(&planned.name, &names, values));
        }
        Kind::Struct(object) => {
            if let Some(item) = layout.defaults_item(planned, object, &names) {
                types.item(item);
            }
        }
        _ => {}
    }
    if planned.input {
        readers.item(layout.part_item(planned, &names));
    }
    if planned.output || planned.input && layout.options.serializes() {
        readers.item(layout.output_item(planned, &names));
    }
}
