//! How much of each limit is used, as it is when somebody looks.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use toolc_runtime::mcp_server::Budget;

/// What is shown of the limits of a server.
#[derive(Default)]
pub(super) struct Limits {
    budget: OnceLock<Budget>,
    used: Family<LimitLabels, Gauge>,
    total: Family<LimitLabels, Gauge>,
    refused: Family<LimitLabels, Counter>,
    closed: Family<LimitLabels, Counter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LimitLabels {
    limit: &'static str,
}

impl Limits {
    pub fn register(registry: &mut Registry) -> Self {
        let limits = Limits::default();
        registry.register(
            "limit_used",
            "What all callers together use of a limit at present",
            limits.used.clone(),
        );
        registry.register(
            "limit_total",
            "What all callers together may use",
            limits.total.clone(),
        );
        registry.register(
            "limit_refusals",
            "How often something was refused because a limit was reached",
            limits.refused.clone(),
        );
        registry.register(
            "limit_closed",
            "Idle things of callers that were closed for new ones of their own",
            limits.closed.clone(),
        );
        limits
    }

    pub fn show(&self, budget: Budget) {
        // A process has one.
        let _ = self.budget.set(budget);
    }

    /// Takes over what is counted elsewhere.
    pub fn update(&self) {
        let Some(budget) = self.budget.get() else {
            return;
        };
        for usage in budget.usage() {
            let labels = LimitLabels {
                limit: usage.kind.name(),
            };
            let shown = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            self.used.get_or_create(&labels).set(shown(usage.used));
            self.total.get_or_create(&labels).set(shown(usage.total));
            let counters = [(&self.refused, usage.refused), (&self.closed, usage.closed)];
            for (counter, count) in counters {
                let counter = counter.get_or_create(&labels);
                counter.inner().store(count, Ordering::Relaxed);
            }
        }
    }
}
