//! What is shown of the results of a granted tool: its settings, applied to what is known of its results.

use super::projected::write_projected;
use super::reach::{Reach, reach_result};
use crate::model::policy::{Grant, Worker};
use crate::model::results::{
    GrantedResults, ProjectedText, Projection, ResultEntry, ResultPointer, ResultsData,
};
use crate::model::rule::Step;
use crate::model::{Catalog, Target, Tool, ToolId};
use toolc_base::source::Spanned;
use toolc_runtime::Json;

/// What is shown of the results of a granted tool.
pub struct ShownResults {
    /// What its row says.
    pub data: ResultsData,
    /// The schema of what is shown, if the tool shows one.
    pub schema: Option<ProjectedText>,
}

impl Catalog {
    /// What is shown of a tool's results, if its worker says anything about them.
    pub fn show_results(&self, grant: &Grant) -> Option<ShownResults> {
        let results = grant.results.as_deref()?;
        let tool = self.tool(grant.tool);
        let data = ResultsData {
            projection: self.project_results(tool, results),
            items: results.items().map(|items| items.value),
            bytes: results.budget().map(|budget| budget.value.bytes()),
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
