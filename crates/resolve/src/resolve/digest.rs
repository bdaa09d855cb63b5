//! Hashes that identify a schema, and a tool with all its facts.

use toolc_base::sha256::{hash_parts, sha256_hex, write_hex};
use toolc_model::model::METADATA;
use toolc_model::model::effect::ToolEffect;
use toolc_model::model::failure;
use toolc_model::model::{Catalog, Definition, SchemaText, Tool};
use toolc_runtime::json::write_string;
use toolc_schema::schema::formats::Formats;

/// A hash for each definition.
pub fn hash_definitions(definitions: &[Definition]) -> Vec<String> {
    let hash = |definition: &Definition| {
        write_hex(&hash_parts([
            definition.name.as_str(),
            "\n",
            &definition.schema.text,
        ]))
    };
    definitions.iter().map(hash).collect()
}

/// The raw fingerprint of a schema that is assembled from parts: of its text, and of the names and
/// texts of the definitions that it reaches.
pub fn fingerprint_schema(
    schema: &SchemaText,
    definitions: &[Definition],
    hashes: &[String],
) -> String {
    let mut parts = vec![schema.text.as_str()];
    for index in schema.reached_definitions(definitions) {
        parts.extend(["\n", &hashes[index]]);
    }
    write_hex(&hash_parts(parts))
}

/// Computes the digest of every tool from the current state of the catalog.
pub fn write_digests(catalog: &mut Catalog) {
    let hashes = hash_definitions(&catalog.definitions);
    let all = catalog.tools.iter().chain(&catalog.answers);
    let digests: Vec<String> = all.map(|tool| digest(tool, catalog, &hashes)).collect();
    let all = catalog.tools.iter_mut().chain(&mut catalog.answers);
    for (tool, digest) in all.zip(digests) {
        tool.digest = digest;
    }
}

/// SHA-256 over one line for each fact: its name and its value as JSON, schemas by fingerprint.
/// Order and names are fixed, and a missing fact has no line, so a new kind of fact only changes
/// the digests of tools that have it.
fn digest(tool: &Tool, catalog: &Catalog, hashes: &[String]) -> String {
    let Tool {
        wire_name,
        title,
        description,
        effect,
        untrusted,
        inject,
        constants,
        errors,
        extras,
        formats,
        filling,
        // in the line `name`
        namespace: _,
        name: _,
        is_answer: _,
        // in the lines `annotations`, `input` and `output`
        metadata: _,
        input_text: _,
        output: _,
        output_text: _,
        // whether there is a line `output`
        shows_output: _,
        // the line `output` has the text
        output_fingerprint: _,
        // an overload of the same name has another schema, and thus another wire name
        overload: _,
        // their texts have fingerprints
        input: _,
        refusals: _,
        injected: _,
        structured: _,
        raw_fingerprint: _,
        structural_fingerprint: _,
        // what a worker may do with the tool is part of the worker
        approval: _,
        timeout: _,
        rules: _,
        execution: _,
        // calls under old names run this definition
        evolution: _,
        secrets: _,
        own_secrets: _,
        foreign: _,
        // what runs the tool is not part of its definition
        http: _,
        native: _,
        remote: _,
        engine: _,
        shipped: _,
        rust: _,
        // places, and what is derived from the rest
        namespace_from: _,
        described: _,
        written: _,
        trust_stated: _,
        digest: _,
        entry: _,
        span: _,
    } = tool;
    let mut lines = String::new();
    let mut line = |name: &str, text: &str| {
        lines.push_str(name);
        lines.push(' ');
        write_string(text, &mut lines);
        lines.push('\n');
    };
    line("name", &tool.qualified());
    line("wire_name", wire_name);
    if let Some(title) = title {
        line("title", title);
    }
    line("description", description);
    line("annotations", &tool.shown_annotations());
    let ToolEffect {
        // the class and the hints are what it means
        stated: _,
        class,
        open_world,
    } = effect;
    line("effect", class.name());
    if *open_world {
        line("open_world", "true");
    }
    if *untrusted {
        line("untrusted", "true");
    }
    if let Some(errors) = failure::to_node(errors) {
        line("errors", &errors.to_json());
    }
    for name in inject {
        line("inject", &name.value);
    }
    for constant in constants {
        line("constant", &constant.argument.value);
        line("value", &constant.within.value);
    }
    // models are not shown the metadata
    for (name, value) in extras.iter().filter(|(name, _)| *name != METADATA) {
        line(name, value);
    }
    if *formats == Formats::Annotate {
        line("formats", "annotate");
    }
    // the schema has the defaults
    if filling.is_some() {
        line("defaults", "fill");
    }
    line(
        "input",
        &fingerprint_schema(&tool.input_text, &catalog.definitions, hashes),
    );
    if let Some(output) = catalog
        .held_output(tool)
        .and(tool.output.and(tool.output_text.as_ref()))
    {
        line(
            "output",
            &fingerprint_schema(output, &catalog.definitions, hashes),
        );
    }
    sha256_hex(lines)
}
