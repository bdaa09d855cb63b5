//! What a worker says about itself as static data of the runtime.

use super::{Blocked, OutputPolicy};
use toolc_runtime::v1 as rt;
use toolc_schema::data::data;
use toolc_schema::rust::Text;

data! {
    OutputPolicy as [rt::OutputPolicy] =>
    OutputPolicy::Off => Off,
    OutputPolicy::Warn => Warn,
    OutputPolicy::Enforce => Enforce,
}

data! {
    Blocked as [rt::Blocked] =>
    Blocked { name, wire_name, span: _, origin: _, reason, reason_span: _ } => {
        name: Text(name),
        wire_name: Text(wire_name),
        reason: Text(reason),
    },
}
