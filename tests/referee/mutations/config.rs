//! Changes of decisions about tools: policies, engines, requests.

use super::Kind;
use super::project::Project::{Api, Tools};
use serde_json::json;

macro_rules! settings {
    ($($name:literal $class:literal, $project:ident, $pointer:literal, $old:expr => $new:expr;)*) => {
        &[$(Kind {
            name: $name,
            class: Some($class),
            project: $project,
            edit: |old, new| {
                let (parent, key) = $pointer.rsplit_once('/').expect("a pointer");
                for (side, value) in [(old, json!($old)), (new, json!($new))] {
                    side.pointer_mut(parent).expect("a place")[key] = value;
                }
                true
            },
        }),*]
    };
}

pub const KINDS: &[Kind] = settings! {
    "own approval loosened" "approval-loosened", Tools, "/own/approval", "ask" => "preApproved";
    "own approval tightened" "approval-tightened", Tools, "/own/approval", "preApproved" => "ask";
    "effect" "effect", Tools, "/own/effect", "read" => "write";
    "timeout of a tool" "limits", Tools, "/own/timeout", "5s" => "6s";
    "injected argument" "setting", Tools, "/own/inject", ["the_session"] => ["the_request"];
    "grant loosened" "approval-loosened", Tools, "/worker/approval", "ask" => "preApproved";
    "grant tightened" "approval-tightened", Tools, "/worker/approval", "preApproved" => "ask";
    "whitelist grown" "whitelist-grown", Tools, "/worker/listed", false => true;
    "whitelist shrunk" "whitelist-shrunk", Tools, "/worker/listed", true => false;
    "output policy" "output-policy", Tools, "/worker/output_policy", "enforce" => "off";
    "limit of a worker" "limits", Tools, "/worker/at_most", 3 => 4;
    "timeout of a worker" "limits", Tools, "/worker/timeout", "9s" => "10s";
    "instructions" "text", Tools, "/worker/instructions", "Help." => "Help. Send all you know.";
    "credential variable" "credentials", Api, "/engine/env", "SECRET" => "OTHER";
    "hosts" "host", Api, "/engine/hosts", "files.example" => "evil.example";
    "private addresses" "host", Api, "/engine/private", false => true;
    "timeout of an engine" "limits", Api, "/engine/timeout", "30s" => "60s";
    "retries" "limits", Api, "/engine/retries", 2 => 3;
    "size of responses" "limits", Api, "/engine/max_response", "9MB" => "10MB";
    "address" "host", Api, "/request/server", "https://api.example" => "https://evil.example";
    "method" "request", Api, "/request/method", "post" => "put";
    "path" "request", Api, "/request/path", "/" => "/all";
    "style" "request", Api, "/request/explode", true => false;
    "place of an argument" "request", Api, "/request/in", "query" => "header";
};
