//! A tool that every worker blocks or leaves out has no type, so no handler can be written for it.

use toolc_generated::payments::DeleteHistory;
use toolc_generated::tickets::{CloseTicket, Ping};

fn main() {}
