//! The texts that fms-dgt gives an encoder.

use super::ReferenceTool;
use toolc_base::node::Node;

/// A parameter: its name, type and description on three lines. Of a schema that is not an object, only the name.
pub fn write_parameter(name: &str, schema: &Node) -> String {
    match schema.as_map() {
        None => format!("Name: {name}"),
        Some(_) => format!(
            "Name: {name}\nType: {}\nDescription: {}",
            type_text(schema),
            schema.get_str("description").unwrap_or_default()
        ),
    }
}

/// A parameter without its type.
pub fn write_untyped_parameter(name: &str, schema: &Node) -> String {
    match schema.as_map() {
        None => format!("Name: {name}"),
        Some(_) => format!(
            "Name: {name}\nDescription: {}",
            schema.get_str("description").unwrap_or_default()
        ),
    }
}

/// A tool: its name, description, arguments and results.
pub fn write_tool(tool: &ReferenceTool) -> String {
    let mut lines = vec![format!("This is a \"{}\" tool.", tool.name)];
    if !tool.description.is_empty() {
        lines.push(tool.description.clone());
    }
    for (heading, parameters) in [("Args:", &tool.inputs), ("Returns:", &tool.outputs)] {
        if parameters.is_empty() {
            continue;
        }
        lines.push(heading.to_owned());
        lines.extend(
            parameters
                .iter()
                .map(|(name, schema)| write_line(name, schema)),
        );
    }
    lines.join("\n")
}

fn write_line(name: &str, schema: &Node) -> String {
    let mut line = format!("  {name}");
    let of_type = type_text(schema);
    if !of_type.is_empty() {
        line.push_str(&format!(" ({of_type})"));
    }
    match schema.get_str("description").unwrap_or_default() {
        "" => {}
        description => line.push_str(&format!(": {description}")),
    }
    line
}

/// The `type`; of a list of types, all of them, where fms-dgt stops.
fn type_text(schema: &Node) -> String {
    let types = super::dataflow::list_types(Some(schema));
    types.join(" or ")
}
