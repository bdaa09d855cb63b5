//! What is shown of the results of a granted tool: its settings, applied to what is known of its results.

use super::projected::write_projected;
use super::reach::{Reach, reach_result};
use crate::model::policy::{Grant, Worker};
use crate::model::results::{
    GrantedResults, ProjectedText, Projection, ResultEntry, ResultPointer, ResultsData,
};
use crate::model::rule::Step;
use crate::model::runner::Runner;
use crate::model::{Catalog, Target, Tool, ToolId};
use toolc_base::source::Spanned;
use toolc_runtime::Json;
use toolc_runtime::v1::USUAL_BYTES;

/// What is shown of the results of a granted tool.
pub struct ShownResults {
    /// What its row says.
    pub data: ResultsData,
    /// The schema of what is shown, if the tool shows one.
    pub schema: Option<ProjectedText>,
}

impl Catalog {
    /// What applies to the results of a granted tool: what its worker says, and its engine; `None` if neither says
    /// anything.
    pub fn find_results(&self, grant: &Grant) -> Option<GrantedResults> {
        let mut results = grant.results.as_deref().cloned().unwrap_or_default();
        let engine = match self.runner(self.tool(grant.tool)) {
            Runner::Http(call) => call.engine.kind.results(),
            Runner::Mcp(call) => call.engine.kind.results(),
            _ => None,
        };
        results
            .levels
            .extend(engine.map(|entry| vec![entry.clone()]));
        (!results.levels.is_empty()).then_some(results)
    }

    /// Whether results of a tool have a limit even if nobody sets one: they come from an API or an MCP server.
    pub fn has_usual_limit(&self, tool: &Tool) -> bool {
        matches!(self.runner(tool), Runner::Http(_) | Runner::Mcp(_))
    }

    /// What is shown of a tool's results, if its worker or its engine says anything about them.
    pub fn show_results(&self, grant: &Grant) -> Option<ShownResults> {
        let results = &self.find_results(grant)?;
        let tool = self.tool(grant.tool);
        let usual = self.has_usual_limit(tool).then_some(USUAL_BYTES);
        let budget = results.budget().map(|budget| budget.value.bytes());
        let data = ResultsData {
            projection: self.project_results(tool, results),
            items: results.items().map(|items| items.value),
            bytes: budget.or(usual),
            pages: results.pages,
        };
        let output = tool.output.filter(|_| tool.shown_output().is_some());
        let cuts_texts = data.bytes.is_some();
        let schema = output.map(|output| {
            write_projected(
                &self.shapes,
                output,
                &data.projection,
                cuts_texts,
                tool.structured,
            )
        });
        Some(ShownResults { data, schema })
    }

    /// What a target is shown of these tools of a worker, byte for byte as generated code shows it.
    pub fn definitions_of(&self, worker: &Worker, ids: &[ToolId], target: &Target) -> Json {
        self.definitions_with(ids, target, &|id| {
            self.show_results(worker.find_grant(id)?)?.schema
        })
    }

    /// What workers that grant a tool show in place of its output schema, each once; `None` is the whole schema.
    pub fn list_shown_schemas(&self, id: ToolId) -> Vec<Option<ProjectedText>> {
        let mut schemas = Vec::new();
        for grant in self
            .workers
            .iter()
            .filter_map(|worker| worker.find_grant(id))
        {
            let schema = self.show_results(grant).and_then(|shown| shown.schema);
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
        schemas
    }

    /// The parts of a tool's results that are shown: what each worker keeps, that is, its nearest entry that says so,
    /// without what any entry drops.
    pub fn project_results(&self, tool: &Tool, results: &GrantedResults) -> Projection {
        let mut shown = Projection::Whole;
        for entries in &results.levels {
            let mut kept = entries.iter().filter_map(|entry| {
                let pointers = self.list_leading(tool, entry, entry.settings.keep.as_ref());
                (!pointers.is_empty()).then(|| Projection::keep(&pointers))
            });
            if let Some(kept) = kept.next() {
                shown = shown.and(kept);
            }
            for entry in entries {
                let pointers = self.list_leading(tool, entry, entry.settings.drop.as_ref());
                shown = shown.and(Projection::drop(&pointers));
            }
        }
        shown
    }

    /// The pointers that lead to anything. Those of several tools may lead nowhere in some of them, where they say
    /// nothing.
    fn list_leading<'r>(
        &self,
        tool: &Tool,
        entry: &ResultEntry,
        pointers: Option<&'r Spanned<Vec<ResultPointer>>>,
    ) -> Vec<&'r [Step]> {
        let pointers = pointers.map_or(&[][..], |pointers| pointers.value.as_slice());
        let leads = |pointer: &&ResultPointer| {
            !entry.subject.is_default() || !self.leads_nowhere(tool, pointer)
        };
        let pointers = pointers.iter().filter(leads);
        pointers.map(|pointer| pointer.steps.as_slice()).collect()
    }

    fn leads_nowhere(&self, tool: &Tool, pointer: &ResultPointer) -> bool {
        let reach = tool
            .output
            .map(|output| reach_result(&self.shapes, output, &pointer.steps));
        matches!(reach, Some(Reach::Nowhere { .. }))
    }
}
