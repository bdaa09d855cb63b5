//! The steps after the work: results are checked against their output schemas, if the policy says so or if
//! clients are shown the schema; then it is decided what of them is shown.

use super::{Row, Worker};
use crate::error::{ErrorKind, Fault};
use crate::json::Json;
use crate::observe::{Moment, Watch};
use crate::output_policy::OutputPolicy;
use crate::result::Metadata;
use crate::schema::Schema;
use crate::violation::Violations;
use crate::walk;

impl<H> Worker<H> {
    #[inline(always)]
    pub(super) fn check(
        &self,
        row: &Row<H>,
        output: Json,
        watch: &Watch<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Box<Fault>> {
        let output = match row.output {
            Some(schema)
                if self.output_policy != OutputPolicy::Off || row.entry.output_text.is_some() =>
            {
                self.check_against(schema, row, output, watch, facts)?
            }
            _ => output,
        };
        row.set_shown(&output, facts);
        Ok(output)
    }

    fn check_against(
        &self,
        schema: &'static Schema,
        row: &Row<H>,
        output: Json,
        watch: &Watch<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Box<Fault>> {
        match walk::validate(schema, output.as_text()) {
            Ok(()) => Ok(output),
            Err(violations) => self.judge(row, output, violations, watch, facts),
        }
    }

    #[cold]
    fn judge(
        &self,
        row: &Row<H>,
        output: Json,
        violations: Violations,
        watch: &Watch<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Box<Fault>> {
        if self.output_policy == OutputPolicy::Warn {
            watch.tell(Moment::OutputViolation {
                violations: &violations,
            });
        }
        if self.output_policy != OutputPolicy::Enforce {
            facts.differs = row.entry.output_text.is_some();
            return Ok(output);
        }
        let message = format!(
            "tool '{}' ran, but its result breaks its output schema",
            row.entry.wire_name
        );
        let mut fault = Fault::new(ErrorKind::InvalidOutput, message);
        fault.detail = Some(violations.of_result().to_string());
        fault.error.violations = violations;
        Err(fault)
    }
}
