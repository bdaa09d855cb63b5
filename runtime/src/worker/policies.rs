//! The policy step, between validation and approval.

use super::way::Way;
use super::{Row, Worker};
use crate::error::Fault;
use crate::incoming::Incoming;
use crate::observe::Watch;
use crate::policy::{Heard, Judged, PolicyRequest};
use crate::result::Metadata;
use crate::stop::Stop;

impl<H: 'static> Worker<H> {
    /// Consults the policies that decide immediately; `None` if they all let the call go on unchanged.
    #[inline]
    pub(super) fn hear_at_once(
        &self,
        row: &Row<H>,
        watch: &Watch<'_>,
        facts: &mut Metadata,
    ) -> Result<Option<Heard>, Box<Fault>> {
        if self.policies.is_empty() {
            return Ok(None);
        }
        let mut heard = Heard::of(row.find_filling());
        let request = self.asked_of_policies(row, watch.call, watch);
        match self.policies.consult_policies(&mut heard, request, watch) {
            Ok(()) if heard.is_nothing(&self.policies) => Ok(None),
            Ok(()) => Ok(Some(heard)),
            Err((fault, policy)) => {
                facts.policy = Some(policy);
                Err(fault)
            }
        }
    }

    /// Consults the remaining policies.
    pub(super) async fn hear_policies(
        &self,
        way: Way<'_, H>,
        heard: Heard,
        facts: &mut Metadata,
    ) -> Result<Judged, Stop> {
        let request = self.asked_of_policies(way.row, way.call, way.watch);
        let judged = self.policies.judge(heard, request, self.clock(), way.watch);
        match judged.await {
            Ok(judged) => {
                facts.policy = judged.policy;
                Ok(judged)
            }
            Err((fault, policy)) => {
                facts.policy = Some(policy);
                Err(fault.into())
            }
        }
    }

    fn asked_of_policies<'r>(
        &self,
        row: &Row<H>,
        call: &'r Incoming,
        watch: &Watch<'r>,
    ) -> PolicyRequest<'r> {
        PolicyRequest {
            worker: self.table.name,
            entry: row.entry,
            arguments: call.text(),
            call_id: &call.id,
            called_by: call.called_by,
            context: watch.context,
        }
    }
}
