//! The step after the work: results are checked against their output schemas.

use super::output_policy::OutputPolicy;
use super::{Row, Worker};
use crate::error::{ErrorKind, Fault};
use crate::json::Json;
use crate::observe::{Moment, Watch};
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
    ) -> Result<Json, Box<Fault>> {
        match row.output {
            Some(schema) if self.output_policy != OutputPolicy::Off => {
                self.check_against(schema, row, output, watch)
            }
            _ => Ok(output),
        }
    }

    fn check_against(
        &self,
        schema: &'static Schema,
        row: &Row<H>,
        output: Json,
        watch: &Watch<'_>,
    ) -> Result<Json, Box<Fault>> {
        match walk::validate(schema, output.as_text()) {
            Ok(()) => Ok(output),
            Err(violations) => self.judge(row, output, violations, watch),
        }
    }

    #[cold]
    fn judge(
        &self,
        row: &Row<H>,
        output: Json,
        violations: Violations,
        watch: &Watch<'_>,
    ) -> Result<Json, Box<Fault>> {
        if self.output_policy == OutputPolicy::Warn {
            watch.tell(Moment::OutputViolation {
                violations: &violations,
            });
            return Ok(output);
        }
        let message = format!(
            "tool '{}' returned a result that breaks its output schema",
            row.entry.wire_name
        );
        let mut fault = Fault::new(ErrorKind::InvalidOutput, message);
        fault.detail = Some(violations.of_result().to_string());
        fault.error.violations = violations;
        Err(fault)
    }
}
