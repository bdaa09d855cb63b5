//! What the row of a granted tool says besides what runs the tool.

use super::Grant;
use crate::model::Tool;
use crate::model::approval::Approval;
use crate::model::constant::{ConstantList, list_constants};
use crate::model::evolution::EvolutionData;
use crate::model::execution::Execution;
use crate::model::filling::FillingData;
use crate::model::limit::Limits;
use crate::model::repair::RepairsData;
use crate::model::results::ResultsData;
use toolc_runtime::v1 as rt;
use toolc_schema::data::{Items, Ref, Texts};

/// The settings of a row, each `None` where it would say what a row says by default. The functions of the runtime's `Row` that
/// take them have the names of the fields. Only a runtime with calls has rows, so these are not `data!`.
pub struct RowData<'c, I: Items> {
    /// Whether a person is asked.
    pub approval: Approval,
    /// Where the arguments hold secrets.
    pub secrets: Option<Texts<'c>>,
    /// Which of the secrets approvers are not shown.
    pub hide_from_approvers: Option<Texts<'c>>,
    /// What is added to the arguments.
    pub constants: Option<ConstantList<'c>>,
    /// The limits on its calls; the functions that take them are in their rows.
    pub limits: &'c Limits,
    /// The rules on arguments.
    pub rules: Option<I::Item<&'static rt::rule::Rules>>,
    /// Who may call the tool.
    pub execution: Option<Execution>,
    /// Old and deprecated names.
    pub evolution: Option<Ref<EvolutionData<'c>>>,
    /// The defaults that calls are filled with.
    pub filling: Option<Ref<FillingData<'c>>>,
    /// Where calls that are refused may be repaired.
    pub repairs: Option<Ref<RepairsData<'c>>>,
    /// What is shown of the results.
    pub results: Option<Ref<&'c ResultsData>>,
    /// The entry with the schema of what is shown, if the tool shows one.
    pub shown_as: Option<I::Item<&'static rt::ToolEntry>>,
}

impl<'c, I: Items> RowData<'c, I> {
    /// The settings of a tool that is granted, with its rules, and with what is shown of its results.
    pub fn new(
        tool: &'c Tool,
        grant: &'c Grant,
        rules: Option<I::Item<&'static rt::rule::Rules>>,
        (results, shown_as): (
            Option<&'c ResultsData>,
            Option<I::Item<&'static rt::ToolEntry>>,
        ),
    ) -> Self {
        let (secrets, own) = (&tool.secrets, &tool.own_secrets);
        let constants = &tool.constants;
        RowData {
            approval: grant.approval,
            secrets: (!secrets.is_empty()).then_some(Texts(secrets)),
            hide_from_approvers: (own != secrets).then_some(Texts(own)),
            constants: (!constants.is_empty()).then(|| list_constants(constants)),
            limits: &grant.limits,
            rules,
            execution: (tool.execution != Execution::Both).then_some(tool.execution),
            evolution: tool.evolution.row(),
            filling: tool.filling.as_ref().map(|filling| filling.row()),
            repairs: grant.repairs.as_ref().map(|repairs| repairs.row()),
            results: results.map(Ref),
            shown_as,
        }
    }
}
