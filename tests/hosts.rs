//! A worker in the configuration of hosts, held to models of what each host does by its documentation: never looser, and read
//! back as it was written.

#[path = "support/command.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod command;
#[path = "hosts/matrix.rs"]
mod matrix;
#[path = "hosts/model.rs"]
mod model;
#[path = "hosts/round_trip.rs"]
mod round_trip;
#[path = "hosts/specs.rs"]
mod specs;
#[path = "hosts/threads.rs"]
mod threads;
