//! The language server as a process, driven message by message: its findings equal `toolc check` after each edit, its answers are
//! those of the compiler, and nothing that a client does makes it panic, hang or stay behind.

#[path = "lsp/asking.rs"]
mod asking;
#[path = "lsp/client.rs"]
mod client;
#[path = "support/command.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod command;
#[path = "lsp/compared.rs"]
mod compared;
#[path = "lsp/completing.rs"]
mod completing;
#[path = "lsp/edits.rs"]
mod edits;
#[path = "lsp/fixes.rs"]
mod fixes;
#[path = "lsp/from_rust.rs"]
mod from_rust;
#[path = "lsp/kept.rs"]
mod kept;
#[path = "lsp/life.rs"]
mod life;
#[path = "lsp/malformed.rs"]
mod malformed;
#[path = "support/random.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod random;
#[path = "lsp/renaming.rs"]
mod renaming;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
