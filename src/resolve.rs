//! Verb: Drafts to Catalog. Joins the files, names the tools, follows references, and turns
//! schemas into shapes.

mod declared;
mod digest;
mod engines;
mod extras;
mod hidden;
mod injected;
mod left_out;
mod mounts;
mod names;
mod options;
mod refusals;
mod replaced;
mod roots;
mod samples;
#[cfg(test)]
mod tests;
mod text;
mod workers;

use crate::config::Config;
use crate::diagnostic::{Code, Diagnostics};
use crate::draft::{Draft, DraftTool, Given as DraftGiven, Skipped};
use crate::model::declared::Declared;
use crate::model::effect::ToolEffect;
use crate::model::rust_options::RustOptions;
use crate::model::{Catalog, Definition, Given, Sampled, SchemaText, Tool};
use crate::schema::conditional;
use crate::schema::formats::Formats;
use crate::schema::keywords::Fault;
use crate::schema::link::addresses;
use crate::schema::link::resources::Resources;
use crate::schema::lower::Shaper;
use crate::schema::prove::discriminate;
use crate::schema::prove::faults::Faults;
use crate::schema::prove::secrets::Secrets;
use crate::schema::read::SchemaReader;
use crate::schema::shape::ShapeId;
use crate::schema::unify;
use crate::schema::uri;
use crate::source::{Sources, Span};
use declared::NamedDeclared;
use digest::{fingerprint_schema, hash_definitions, write_digests};
use hidden::hidden_by_others;
use left_out::{skip_tool, too_many_joins, uncheck_output, unchecked_output};
use names::{Identity, Named};
pub use names::{find_namespace, has_namespace};
use std::collections::HashSet;
use text::Texts;
use toolc_runtime::definition::Structured;
use workers::Missing;

/// Resolves what the files say.
pub fn resolve_catalog(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    draft: Draft,
    config: &Config,
) -> Catalog {
    let Draft {
        tools,
        workers,
        mut skipped,
        lost,
        unlisted,
        replaced,
        declared,
        documents,
        is_dynamic,
        ..
    } = draft;
    let (mut named, unnamed) = names::name_tools(diagnostics, sources, config, tools);
    names::name_skipped(sources, &mut skipped);
    skipped.extend(unnamed);
    refusals::keep_exposed(config, &mut named);
    replaced::check_replaced(diagnostics, &replaced, &named);
    addresses::check_addresses(diagnostics, &documents);
    let addresses = Addresses::of(sources);
    let declared = declared::name_declared(diagnostics, sources, declared);
    let (texts, mut definitions) = text::write_texts(&addresses, &named, &documents, is_dynamic);
    let entries = enter(diagnostics, named, texts, &mut definitions);
    let formats = |tool: &DraftTool| options::formats_of(config, tool.entry);
    let names_types = |draft: &DraftTool| options::names_types(config, draft);
    let Compiled {
        tools,
        shapes,
        declared,
        given,
        samples,
        unsatisfiable,
        skipped: faulty,
        unchecked,
    } = compile(
        diagnostics,
        &addresses,
        Resources::new(&documents, is_dynamic),
        (&entries, &declared),
        formats,
        names_types,
    );
    skipped.extend(faulty);
    engines::check_engines(diagnostics, config);
    engines::check_routes(diagnostics, config, &tools);
    let mut tools = options::configure_tools(tools, sources, config);
    for tool in &mut tools {
        roots::write_roots(tool, &shapes, &definitions);
    }
    extras::take_extras(&mut tools, &shapes);
    let missing = Missing {
        sources,
        skipped: &skipped,
        lost: &lost,
        unlisted: &unlisted,
    };
    let is_complete = lost.iter().all(|lost| lost.namespace.is_some());
    let has_workers = !workers.is_empty();
    let drafts = workers::extend_workers(diagnostics, workers, is_complete);
    let workers = match has_workers {
        true => workers::resolve_workers(diagnostics, &drafts, &tools, &missing),
        false => workers::resolve_open(&tools, &missing),
    };
    let mut catalog = Catalog {
        tools,
        shapes,
        definitions,
        workers,
        engines: config.engines.clone(),
        targets: options::targets_of(config),
        skipped,
        unchecked,
        declared,
        given,
        samples,
        unsatisfiable,
    };
    mounts::resolve_mounts(diagnostics, &drafts, &mut catalog);
    write_digests(&mut catalog);
    catalog
}

/// A tool that is entered under its name.
struct Entry {
    tool: Named,
    overload: u32,
    fingerprint: String,
    input: SchemaText,
    output: Option<SchemaText>,
}

/// What references in the schemas of the tools of each source are relative to. The schemas themselves
/// have no address, which the query says: that of the file alone is the file's.
struct Addresses(Vec<String>);

impl Addresses {
    fn of(sources: &Sources) -> Self {
        let addresses = sources.iter().map(|(_, source)| {
            let mut address = uri::of_path(&source.path);
            address.push_str("?tool");
            address
        });
        Addresses(addresses.collect())
    }

    /// The schemas of toolc's own specs refer to nothing outside of them.
    fn of_tool(&self, tool: &DraftTool) -> &str {
        self.at(tool.span)
    }

    /// The address of the file of a place.
    fn at(&self, span: Span) -> &str {
        let address = self.0.get(span.source.0 as usize);
        address.map_or("toolc:?tool", String::as_str)
    }
}

/// Leaves out the tools that are there twice.
fn enter(
    diagnostics: &mut Diagnostics,
    named: Vec<Named>,
    texts: Vec<Texts>,
    definitions: &mut Vec<Definition>,
) -> Vec<Entry> {
    let pairs = named.into_iter().zip(texts);
    let mut entries: Vec<Entry> = pairs
        .map(|(tool, (input, output))| Entry {
            tool,
            overload: 0,
            fingerprint: String::new(),
            input,
            output,
        })
        .collect();
    let catalog = Catalog {
        definitions: std::mem::take(definitions),
        ..Catalog::default()
    };
    let hashes = hash_definitions(&catalog.definitions);
    for entry in &mut entries {
        let raw = entry.tool.draft.raw_fingerprint.clone();
        entry.fingerprint =
            raw.unwrap_or_else(|| fingerprint_schema(&entry.input, &catalog, &hashes));
    }
    *definitions = catalog.definitions;
    let identities: Vec<Identity<'_>> = entries
        .iter()
        .map(|entry| Identity {
            namespace: &entry.tool.namespace,
            name: &entry.tool.draft.name.value,
            fingerprint: &entry.fingerprint,
            span: entry.tool.draft.span,
        })
        .collect();
    let overloads = names::find_duplicates(diagnostics, &identities);
    entries
        .into_iter()
        .zip(overloads)
        .filter_map(|(entry, overload)| {
            Some(Entry {
                overload: overload?,
                ..entry
            })
        })
        .collect()
}

/// What became of all schemas.
struct Compiled {
    tools: Vec<Tool>,
    shapes: crate::schema::shape::Shapes,
    declared: Vec<Declared>,
    given: Vec<Given>,
    samples: Vec<Sampled>,
    unsatisfiable: HashSet<Span>,
    skipped: Vec<Skipped>,
    unchecked: Vec<Skipped>,
}

/// Reads all schemas, makes their shapes, and leaves out the tools that cannot be compiled.
fn compile<'e>(
    diagnostics: &mut Diagnostics,
    addresses: &Addresses,
    resources: Resources<'e>,
    (entries, named): (&'e [Entry], &'e [NamedDeclared]),
    formats: impl Fn(&DraftTool) -> Formats,
    names_types: impl Fn(&DraftTool) -> bool,
) -> Compiled {
    let mut reader = SchemaReader::new(diagnostics, resources);
    let mut read = Vec::with_capacity(entries.len());
    for entry in entries {
        let draft = &entry.tool.draft;
        let address = addresses.of_tool(draft);
        let output = draft.output.as_ref();
        reader.formats = formats(draft);
        reader.names_types = names_types(draft);
        let given = draft.given.iter();
        read.push((
            reader.read(&draft.input, address),
            output.map(|output| reader.read(output, address)),
            given
                .map(|given| reader.read(&given.schema, address))
                .collect::<Vec<_>>(),
            refusals::read_refusals(&mut reader, &draft.refusals, address),
            injected::read_injected(&mut reader, &draft.injected, address),
        ));
    }
    let declared = declared::read_declared(&mut reader, addresses, named);
    let samples = std::mem::take(&mut reader.samples);
    let (schemas, nodes) = reader.finish();
    let faults = Faults::of(&schemas);
    let secrets = Secrets::of(&schemas);
    let hidden = declared::secrets_of(&secrets, &schemas, &declared);
    let secrets = read.iter().map(|(input, .., refusals, injected)| {
        let of_refusals = refusals::find_secrets(&secrets, &schemas, refusals);
        let of_injected = injected::find_secrets(&secrets, &schemas, injected);
        (secrets.pointers(&schemas, *input), of_refusals, of_injected)
    });
    let secrets: Vec<_> = secrets.collect();
    let mut unchecked = Vec::new();
    for (entry, (input, output, ..)) in entries.iter().zip(&read) {
        if let (None, Some(fault)) = (faults.at(*input), output.and_then(|id| faults.at(id))) {
            diagnostics.push(unchecked_output(&entry.tool.draft, fault));
            unchecked.push(uncheck_output(&entry.tool));
        }
    }
    let mut shaper = Shaper::new(diagnostics, schemas, nodes);
    let mut skipped = Vec::new();
    let mut shaped = Vec::new();
    let read = entries.iter().zip(read).zip(secrets);
    for ((entry, schemas), (secrets, of_refusals, of_injected)) in read {
        let (input, output, given, refusals, injected) = schemas;
        let draft = &entry.tool.draft;
        let needed = [&input].into_iter().chain(&given).chain(&injected);
        if let Some(fault) = needed.copied().find_map(|id| faults.at(id)) {
            skipped.push(skip_tool(&entry.tool, fault));
            continue;
        }
        let Some(input) = shaper.arguments(input) else {
            skipped.push(skip_tool(
                &entry.tool,
                Fault {
                    code: Code::SCHEMA_TOO_LARGE,
                    span: draft.span,
                },
            ));
            shaper.diagnostics.push(too_many_joins(draft));
            continue;
        };
        if shaper.unsatisfiable.contains(&draft.input.node.span) {
            shaper.unsatisfiable.insert(draft.span);
        }
        let output = output.filter(|output| faults.at(*output).is_none());
        let output = output.and_then(|output| shaper.shape(output));
        let given = given.into_iter().map(|id| shaper.shape(id));
        let given: Vec<Option<ShapeId>> = given.collect();
        if draft.foreign && !secrets.is_empty() {
            shaper.diagnostics.push(hidden_by_others(draft, &secrets));
        }
        let drafts = &draft.refusals;
        let refusals =
            refusals::shape_refusals(&mut shaper, &faults, drafts, &refusals, of_refusals);
        let injected =
            injected::shape_injected(&mut shaper, &draft.injected, &injected, of_injected);
        shaped.push((entry, input, output, given, (secrets, refusals, injected)));
    }
    let declared = declared::shape_declared(&mut shaper, &faults, named, &declared, hidden);
    let samples = samples::shape_samples(&mut shaper, &faults, &samples);
    let unsatisfiable = shaper.unsatisfiable;
    let mut shapes = shaper.shapes;
    let kept = unify::unify_shapes(&mut shapes);
    let of = |id: ShapeId| kept[id.0 as usize];
    let inputs = shaped.iter().map(|(_, input, ..)| of(*input));
    let inputs = inputs.chain(declared.iter().map(|one| of(one.shape)));
    let structures = unify::fingerprint_structures(&shapes, inputs);
    discriminate::tell_apart(&mut shapes);
    let roots = shaped.iter().map(|(_, input, ..)| of(*input));
    let roots = roots.chain(declared.iter().map(|one| of(one.shape)));
    let roots = roots.collect();
    conditional::add_fields(diagnostics, &mut shapes, &roots);
    let given = shaped.iter().flat_map(|(entry, _, _, given, _)| {
        let values = entry.tool.draft.given.iter().zip(given);
        values.filter_map(|(value, shape)| Some(self::given(entry, value, of((*shape)?))))
    });
    let given = given.collect();
    let inputs = shaped
        .iter()
        .map(|(entry, input, ..)| (&entry.tool.draft, *input));
    let samples = samples.into_iter().chain(samples::input_examples(inputs));
    let samples = samples.map(|(keyword, value, shape)| Sampled {
        keyword,
        value: value.clone(),
        shape: of(shape),
    });
    let samples = samples.collect();
    let tools = shaped
        .into_iter()
        .map(
            |(entry, input, output, _, (secrets, refusals, injected))| Tool {
                secrets,
                refusals: refusals::settle_refusals(refusals, of),
                injected: injected::settle_injected(injected, of),
                ..tool(
                    entry,
                    of(input),
                    output.map(of),
                    structures.fingerprint(of(input)),
                )
            },
        )
        .collect();
    let declared = declared::settle_declared(declared, of, |shape| structures.fingerprint(shape));
    Compiled {
        tools,
        shapes,
        declared,
        given,
        samples,
        unsatisfiable,
        skipped,
        unchecked,
    }
}

fn given(entry: &Entry, given: &DraftGiven, shape: ShapeId) -> Given {
    let Named {
        namespace, draft, ..
    } = &entry.tool;
    Given {
        tool: format!("{namespace}::{}", draft.name.value),
        argument: given.argument.value.clone(),
        value: given.value.clone(),
        shape,
        span: draft.span,
    }
}

fn tool(
    entry: &Entry,
    input: ShapeId,
    output: Option<ShapeId>,
    structural_fingerprint: String,
) -> Tool {
    let Named {
        namespace,
        namespace_from,
        draft,
    } = &entry.tool;
    let overload = (entry.overload > 0).then_some(entry.fingerprint.as_str());
    Tool {
        namespace: namespace.clone(),
        namespace_from,
        name: draft.name.value.clone(),
        overload: entry.overload,
        description: draft.description.clone(),
        described: draft.described,
        title: draft.title.clone(),
        input,
        output,
        input_text: entry.input.clone(),
        output_text: entry.output.clone(),
        approval: draft.approval.clone(),
        untrusted: draft
            .untrusted
            .as_ref()
            .map_or(draft.served, |own| own.value),
        trust_stated: draft.untrusted.is_some(),
        inject: draft.inject.clone(),
        errors: draft.errors.clone(),
        timeout: draft.timeout.clone(),
        effect: ToolEffect::of(
            draft.effect.clone(),
            draft.annotations(),
            draft.http.as_deref(),
            draft.foreign,
        ),
        rules: draft.rules.clone(),
        execution: draft.execution,
        metadata: draft.metadata.clone(),
        extras: Vec::new(),
        secrets: Vec::new(),
        structured: Structured::Unknown,
        wire_name: names::wire_name(namespace, &draft.name.value, overload),
        raw_fingerprint: entry.fingerprint.clone(),
        structural_fingerprint,
        digest: String::new(),
        http: draft.http.clone(),
        refusals: Vec::new(),
        injected: Vec::new(),
        native: draft.native.clone(),
        engine: None,
        shipped: None,
        formats: Formats::default(),
        rust: RustOptions::default(),
        entry: draft.entry,
        span: draft.span,
    }
}
