//! Verb: Drafts to Catalog. Combines the files, names the tools, follows references, and turns schemas into shapes.

mod answers;
mod declared;
mod demoted;
mod digest;
mod engines;
mod extras;
mod flagged_texts;
mod hidden;
mod injected;
mod left_out;
mod made;
mod mounts;
mod names;
mod options;
mod owners;
mod refusals;
mod repairs;
mod replaced;
mod roots;
mod samples;
mod shaping;
mod text;
mod unfit;
mod ungranted;
mod workers;

use digest::{fingerprint_schema, hash_definitions, write_digests};
pub use flagged_texts::Examined;
use made::Surroundings;
use names::{Identity, Named};
pub use names::{file_stem, find_namespace, has_namespace};
pub use owners::list_owners;
use shaping::{check_idle, compile_schemas};
use text::{ToolTexts, Written};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::{Sources, Span};
use toolc_model::config::Config;
use toolc_model::draft::{Draft, DraftTool, DraftWorker};
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, Definition, SchemaText, Tool};
use toolc_schema::schema::link::addresses;
use toolc_schema::schema::link::resources::Resources;
use toolc_schema::schema::uri;
pub use ungranted::Ungranted;
use workers::Missing;

/// Resolves the drafts of all files.
pub fn resolve_catalog(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    draft: Draft,
    config: &Config,
) -> Catalog {
    resolve_again(diagnostics, sources, draft, config, None)
}

/// Resolves likewise, with what an earlier time has found in texts.
pub fn resolve_again(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    draft: Draft,
    config: &Config,
    earlier: Option<&mut Examined>,
) -> Catalog {
    let (mut named, unnamed) = names::name_tools(diagnostics, sources, config, draft.tools);
    let (answers, nameless) = answers::name_answers(diagnostics, sources, config, draft.answers);
    named.extend(answers);
    engines::check_own_engines(diagnostics, config, &named);
    refusals::keep_exposed(config, &mut named);
    replaced::check_replaced(diagnostics, &draft.replaced, &named);
    addresses::check_addresses(diagnostics, &draft.documents);
    let addresses = Addresses::of(sources);
    let (documents, is_dynamic) = (&draft.documents, draft.is_dynamic);
    let Written { texts, definitions } =
        text::write_texts(&addresses, &named, documents, is_dynamic);
    flagged_texts::check_texts(diagnostics, &named, earlier);
    unfit::report_unfit(diagnostics, &named, &texts);
    unfit::report_unshown(diagnostics, &named, &texts);
    demoted::demote_texts(diagnostics, &mut named, &texts);
    let entries = drop_duplicates(diagnostics, named, texts, &definitions);
    let declared = declared::name_declared(diagnostics, sources, draft.declared);
    let resources = Resources::new(documents, is_dynamic);
    let surroundings = Surroundings {
        config,
        sources,
        definitions: &definitions,
    };
    let compiled = compile_schemas(
        diagnostics,
        &surroundings,
        &addresses,
        resources,
        &entries,
        &declared,
    );
    let compiled_tools = compiled.tools.into_iter();
    let (answers, tools): (Vec<Tool>, Vec<Tool>) = compiled_tools.partition(|tool| tool.is_answer);
    check_idle(diagnostics, config, &tools);
    engines::check_engines(diagnostics, config);
    engines::check_routes(diagnostics, config, &tools);
    extras::check_deferred(diagnostics, config, &tools);
    let mut skipped = draft.skipped;
    names::name_skipped(sources, &mut skipped);
    skipped.extend(unnamed.into_iter().chain(nameless));
    skipped.extend(compiled.skipped);
    let missing = Missing {
        sources,
        skipped: &skipped,
        lost: &draft.lost,
        unlisted: &draft.unlisted,
    };
    let (drafts, workers) = grant_tools(diagnostics, draft.workers, &tools, &missing);
    let mut catalog = Catalog {
        tools,
        answers,
        shapes: compiled.shapes,
        definitions,
        workers,
        engines: config.engines.clone(),
        enrichments: config.enrichments.clone(),
        targets: options::targets_of(config),
        exports: config.exports.clone(),
        flow: config.flow.clone(),
        budgets: config.budgets.clone(),
        skipped,
        unchecked: compiled.unchecked,
        declared: compiled.declared,
        given: compiled.given,
        samples: compiled.samples,
        unsatisfiable: compiled.unsatisfiable,
        kept: draft.kept,
    };
    mounts::resolve_mounts(diagnostics, &drafts, &mut catalog);
    repairs::find_repairs(&mut catalog);
    write_digests(&mut catalog);
    catalog
}

/// Merges workers with those that they extend, and determines what each may call.
fn grant_tools(
    diagnostics: &mut Diagnostics,
    drafts: Vec<DraftWorker>,
    tools: &[Tool],
    missing: &Missing<'_>,
) -> (Vec<DraftWorker>, Vec<Worker>) {
    if drafts.is_empty() {
        return (drafts, workers::resolve_open(tools, missing));
    }
    let is_complete = missing.lost.iter().all(|lost| lost.namespace.is_some());
    workers::check_repeated_grants(diagnostics, &drafts);
    workers::check_repeated_limits(diagnostics, &drafts);
    workers::check_repeated_results(diagnostics, &drafts);
    let drafts = workers::extend_workers(diagnostics, drafts, is_complete);
    let workers = workers::resolve_workers(diagnostics, &drafts, tools, missing);
    (drafts, workers)
}

/// A tool with its final name.
struct Entry {
    tool: Named,
    /// Its number among the tools of its name.
    overload: u32,
    fingerprint: String,
    input: SchemaText,
    output: Option<SchemaText>,
}

/// The base addresses for references in the schemas of tools, by source. The query `?tool`
/// distinguishes these schemas, which have no address themselves, from the file itself.
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

    /// The base address of a tool's schemas. Specs built into toolc contain no outward references.
    fn of_tool(&self, tool: &DraftTool) -> &str {
        self.at(tool.span)
    }

    /// The base address for the file of a place.
    fn at(&self, span: Span) -> &str {
        let address = self.0.get(span.source.0 as usize);
        address.map_or("toolc:?tool", String::as_str)
    }
}

/// Leaves out duplicate tools, and numbers those that share a name.
fn drop_duplicates(
    diagnostics: &mut Diagnostics,
    named: Vec<Named>,
    texts: Vec<ToolTexts>,
    definitions: &[Definition],
) -> Vec<Entry> {
    let hashes = hash_definitions(definitions);
    let entries = named.into_iter().zip(texts).map(|(tool, texts)| {
        let raw = tool.draft.raw_fingerprint.clone();
        let fingerprint =
            raw.unwrap_or_else(|| fingerprint_schema(&texts.input, definitions, &hashes));
        Entry {
            tool,
            // numbered below
            overload: 0,
            fingerprint,
            input: texts.input,
            output: texts.output,
        }
    });
    let entries: Vec<Entry> = entries.collect();
    let identities = entries.iter().map(|entry| Identity {
        namespace: &entry.tool.namespace,
        name: &entry.tool.draft.name.value,
        fingerprint: &entry.fingerprint,
        span: entry.tool.draft.span,
        is_own: !entry.tool.draft.foreign,
        is_meant: entry.tool.draft.overload,
    });
    let identities: Vec<Identity<'_>> = identities.collect();
    let overloads = names::find_duplicates(diagnostics, &identities);
    let numbered = entries.into_iter().zip(overloads);
    let kept = numbered.filter_map(|(entry, overload)| {
        let overload = overload?;
        Some(Entry { overload, ..entry })
    });
    kept.collect()
}
