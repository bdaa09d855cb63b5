//! Turns the schemas of all tools into shapes. Each step produces a value that the next one reads:
//! the keywords, what is known about them, their shapes, and which of these are equal.

mod filled;
mod settled;

use super::declared::{self, NamedDeclared};
use super::hidden::hidden_by_others;
use super::left_out::{skip_tool, too_many_joins, uncheck_output, unchecked_output};
use super::made::Surroundings;
use super::samples::{self, ShapedSample};
use super::{Addresses, Entry, injected, options, refusals};
use settled::{settle_tools, unify_shapes};
use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostics};
use toolc_base::source::Span;
use toolc_model::config::Config;
use toolc_model::draft::Skipped;
use toolc_model::model::declared::Declared;
use toolc_model::model::{Given, Injected, Refusal, Sampled, Tool};
use toolc_schema::schema::keywords::{Fault, Schema, SchemaId, Schemas};
use toolc_schema::schema::link::resources::Resources;
use toolc_schema::schema::lower::Shaper;
use toolc_schema::schema::prove::faults::Faults;
use toolc_schema::schema::prove::secrets::Secrets;
use toolc_schema::schema::read::{Sample, SchemaReader};
use toolc_schema::schema::shape::{ShapeId, Shapes};

pub use filled::check_idle;

/// The result for all schemas.
pub struct Compiled {
    /// The tools that can be compiled.
    pub tools: Vec<Tool>,
    /// The shapes of their values.
    pub shapes: Shapes,
    /// The declarations that apply to them.
    pub declared: Vec<Declared>,
    /// The argument values that callers never provide.
    pub given: Vec<Given>,
    /// Defaults and examples.
    pub samples: Vec<Sampled>,
    /// The places of schemas that no value satisfies.
    pub unsatisfiable: HashSet<Span>,
    /// The tools that cannot be compiled.
    pub skipped: Vec<Skipped>,
    /// The tools whose results are not checked.
    pub unchecked: Vec<Skipped>,
}

/// Reads all schemas, makes their shapes, and leaves out the tools that cannot be compiled.
pub fn compile_schemas<'e>(
    diagnostics: &mut Diagnostics,
    surroundings: &Surroundings<'_>,
    addresses: &'e Addresses,
    resources: Resources<'e>,
    entries: &'e [Entry],
    declared: &'e [NamedDeclared],
) -> Compiled {
    let config = surroundings.config;
    let mut reader = SchemaReader::new(diagnostics, resources);
    let read = ReadSchemas {
        tools: read_tools(&mut reader, config, addresses, entries),
        declared: declared::read_declared(&mut reader, addresses, declared),
        samples: std::mem::take(&mut reader.samples),
    };
    let (schemas, nodes) = reader.finish();
    let known = Known::of(&schemas, &read, config);
    let unchecked = report_unchecked(diagnostics, &read.tools, &known.faults);
    let shaper = Shaper::new(diagnostics, schemas, nodes);
    let (mut shaped, mut shapes) = shape_schemas(shaper, read, known, declared);
    filled::fill_arguments(diagnostics, config, &mut shaped, &mut shapes);
    let unified = unify_shapes(diagnostics, shapes, &shaped);
    settle_tools(shaped, unified, unchecked, surroundings)
}

/// All schemas after reading.
struct ReadSchemas<'e> {
    tools: Vec<ReadTool<'e>>,
    declared: Vec<SchemaId>,
    samples: Vec<Sample<'e>>,
}

/// The schemas of one tool.
struct ReadTool<'e> {
    entry: &'e Entry,
    input: SchemaId,
    output: Option<SchemaId>,
    shows_output: bool,
    /// Schemas of the argument values that callers never provide.
    given: Vec<SchemaId>,
    refusals: Vec<Option<SchemaId>>,
    injected: Vec<SchemaId>,
}

fn read_tools<'e>(
    reader: &mut SchemaReader<'_, 'e>,
    config: &Config,
    addresses: &'e Addresses,
    entries: &'e [Entry],
) -> Vec<ReadTool<'e>> {
    let mut tools = Vec::with_capacity(entries.len());
    for entry in entries {
        let draft = &entry.tool.draft;
        let address = addresses.of_tool(draft);
        reader.formats = options::formats_of(config, draft.entry);
        reader.names_types = options::names_types(config, draft);
        let output = draft.output.as_ref();
        let given = draft.given.iter();
        tools.push(ReadTool {
            entry,
            input: reader.read(&draft.input, address),
            output: output.map(|output| reader.read(output, address)),
            shows_output: options::shows_output(config, draft),
            given: given
                .map(|given| reader.read(&given.schema, address))
                .collect(),
            refusals: refusals::read_refusals(reader, &draft.refusals, address),
            injected: injected::read_injected(reader, &draft.injected, address),
        });
    }
    tools
}

/// What is known about schemas before they have shapes.
struct Known {
    faults: Faults,
    /// The secrets of each tool.
    secrets: Vec<ToolSecrets>,
    /// The pointers to secrets in each declaration.
    hidden: Vec<Vec<String>>,
}

/// Where a tool has secrets.
struct ToolSecrets {
    /// The pointers to secrets in its arguments.
    input: Vec<String>,
    /// The pointers to those that approvers are not shown: what one's own files mark.
    own: Vec<String>,
    /// The pointers to secrets in each of its error responses.
    refusals: Vec<Vec<String>>,
    /// Whether each injected argument contains any.
    injected: Vec<bool>,
}

impl Known {
    fn of(schemas: &Schemas, read: &ReadSchemas<'_>, config: &Config) -> Self {
        let secrets = Secrets::of(schemas, Schema::is_secret);
        let in_config = config
            .source()
            .map(|source| Secrets::of(schemas, |schema| schema.is_secret_by(source)));
        let own = |tool: &ReadTool<'_>, all: &[String]| match &in_config {
            _ if !tool.entry.tool.draft.foreign => all.to_vec(),
            Some(in_config) => find_hidden(in_config, schemas, tool),
            None => Vec::new(),
        };
        let of_tool = |tool: &ReadTool<'_>| {
            let input = find_hidden(&secrets, schemas, tool);
            ToolSecrets {
                own: own(tool, &input),
                input,
                refusals: refusals::find_secrets(&secrets, schemas, &tool.refusals),
                injected: injected::find_secrets(&secrets, schemas, &tool.injected),
            }
        };
        Known {
            faults: Faults::of(schemas),
            hidden: declared::secrets_of(&secrets, schemas, &read.declared),
            secrets: read.tools.iter().map(of_tool).collect(),
        }
    }
}

/// The pointers to secrets in the arguments of a tool, constants included.
fn find_hidden(secrets: &Secrets, schemas: &Schemas, tool: &ReadTool<'_>) -> Vec<String> {
    let mut pointers = secrets.pointers(schemas, tool.input);
    let draft = &tool.entry.tool.draft;
    for (given, id) in draft.given.iter().zip(&tool.given) {
        let mut constants = draft.constants.iter();
        if let Some(constant) = constants.find(|one| one.argument.value == given.argument.value) {
            let within = secrets.pointers(schemas, *id).into_iter();
            pointers.extend(within.map(|pointer| constant.pointer() + &pointer));
        }
    }
    pointers
}

/// Reports tools that can be compiled, except for their output schemas.
fn report_unchecked(
    diagnostics: &mut Diagnostics,
    tools: &[ReadTool<'_>],
    faults: &Faults,
) -> Vec<Skipped> {
    let mut unchecked = Vec::new();
    for tool in tools {
        let fault = tool.output.and_then(|id| faults.at(id));
        if let (None, Some(fault)) = (faults.at(tool.input), fault) {
            diagnostics.push(unchecked_output(&tool.entry.tool.draft, fault));
            unchecked.push(uncheck_output(&tool.entry.tool));
        }
    }
    unchecked
}

/// What has shapes, and what was left out.
struct Shaped<'e> {
    tools: Vec<ShapedTool<'e>>,
    declared: Vec<Declared>,
    samples: Vec<ShapedSample<'e>>,
    unsatisfiable: HashSet<Span>,
    skipped: Vec<Skipped>,
}

impl Shaped<'_> {
    /// The shapes of all arguments and declarations.
    fn roots(&self) -> impl Iterator<Item = ShapeId> {
        let inputs = self.tools.iter().map(|tool| tool.input);
        inputs.chain(self.declared.iter().map(|one| one.shape))
    }

    /// The shapes of results whose schemas nobody is shown.
    fn hidden_results(&self) -> impl Iterator<Item = ShapeId> {
        let hidden = self.tools.iter().filter(|tool| !tool.shows_output);
        hidden.filter_map(|tool| tool.output)
    }

    /// The shapes of error responses that models read.
    fn answers(&self) -> impl Iterator<Item = ShapeId> {
        let refusals = self.tools.iter().flat_map(|tool| &tool.refusals);
        refusals.filter_map(|refusal| refusal.shape)
    }
}

/// The shapes of one tool.
struct ShapedTool<'e> {
    entry: &'e Entry,
    input: ShapeId,
    output: Option<ShapeId>,
    shows_output: bool,
    given: Vec<Option<ShapeId>>,
    secrets: Vec<String>,
    own_secrets: Vec<String>,
    refusals: Vec<Refusal>,
    injected: Vec<Option<Injected>>,
}

fn shape_schemas<'e>(
    mut shaper: Shaper<'_>,
    read: ReadSchemas<'e>,
    known: Known,
    named: &[NamedDeclared],
) -> (Shaped<'e>, Shapes) {
    let faults = &known.faults;
    let mut tools = Vec::new();
    let mut skipped = Vec::new();
    for (tool, secrets) in read.tools.into_iter().zip(known.secrets) {
        match shape_tool(&mut shaper, faults, tool, secrets) {
            Ok(shaped) => tools.push(shaped),
            Err(left_out) => skipped.push(left_out),
        }
    }
    let declared =
        declared::shape_declared(&mut shaper, faults, named, &read.declared, known.hidden);
    let samples = samples::shape_samples(&mut shaper, faults, &read.samples);
    let shaped = Shaped {
        tools,
        declared,
        samples,
        unsatisfiable: shaper.unsatisfiable,
        skipped,
    };
    (shaped, shaper.shapes)
}

/// The shapes of a tool, or the tool as left out.
fn shape_tool<'e>(
    shaper: &mut Shaper<'_>,
    faults: &Faults,
    tool: ReadTool<'e>,
    secrets: ToolSecrets,
) -> Result<ShapedTool<'e>, Skipped> {
    let named = &tool.entry.tool;
    let draft = &named.draft;
    let needed = [&tool.input].into_iter().chain(&tool.given);
    let mut needed = needed.chain(&tool.injected);
    if let Some(fault) = needed.find_map(|id| faults.at(*id)) {
        return Err(skip_tool(named, fault));
    }
    let Some(input) = shaper.shape_arguments(tool.input) else {
        shaper.diagnostics.push(too_many_joins(draft));
        let fault = Fault {
            code: Code::SCHEMA_TOO_LARGE,
            span: draft.span,
        };
        return Err(skip_tool(named, fault));
    };
    if shaper.unsatisfiable.contains(&draft.input.node.span) {
        shaper.unsatisfiable.insert(draft.span);
    }
    let output = tool.output.filter(|output| faults.at(*output).is_none());
    let output = output.and_then(|output| shaper.shape_schema(output));
    let given = tool
        .given
        .iter()
        .map(|id| shaper.shape_schema(*id))
        .collect();
    let mut others = secrets.input.clone();
    others.retain(|pointer| !secrets.own.contains(pointer));
    if !others.is_empty() {
        let finding = hidden_by_others(draft, &others);
        shaper.diagnostics.push(finding);
    }
    let (drafts, read) = (&draft.refusals, &tool.refusals);
    let refusals = refusals::shape_refusals(shaper, faults, drafts, read, secrets.refusals);
    let (drafts, read) = (&draft.injected, &tool.injected);
    let injected = injected::shape_injected(shaper, drafts, read, secrets.injected);
    Ok(ShapedTool {
        entry: tool.entry,
        input,
        output,
        shows_output: tool.shows_output,
        given,
        secrets: secrets.input,
        own_secrets: secrets.own,
        refusals,
        injected,
    })
}
