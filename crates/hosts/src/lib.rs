//! A worker's policy in the configuration of hosts that have their own: which tools of a server may run, which are asked
//! about, and which cannot be called.

mod choice;
mod choose;
mod compare;
mod deployed;
mod dialect;
mod facts;
mod host;
mod name;
mod parse;
mod policy;

pub use choice::Choice;
pub use choose::choose_approvals;
pub use compare::{Comparison, compare_deployed};
pub use deployed::{Deployed, Judged, Remark};
pub use facts::{Facts, Rule};
pub use host::{HOSTS, Host};
pub use parse::parse_host_file;
pub use policy::{Policy, PolicyTool, read_policy};
