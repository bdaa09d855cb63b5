//! What it costs to show a part of a result: a call that passes its result through, beside one whose limit it does not reach, one that
//! shows some fields of it, and one that is cut. Whatever leaves parts out reads all of it: serde, which skips it, is the floor.

use crate::harness::Group;
use crate::tools::{issues, passing, projecting, short, within};
use crate::wrapper::once;
use serde::de::IgnoredAny;
use serde_json::json;
use std::fmt::Write;
use toolc_runtime::{Call, Context, Handle, Json, ToolCall, ToolFailure, Worker};

/// How many issues a result has, as many as a page of an API.
const ISSUES: usize = 30;

struct Handlers(Json);

impl Handle<issues::List> for Handlers {
    async fn handle(&self, _: Call<'_, issues::List>) -> Result<Json, ToolFailure> {
        Ok(self.0.clone())
    }
}

pub fn group() -> Group {
    let group = Group::new("results/issues");
    let text = handlers().0.as_text().to_owned();
    let group = contestant(group, "whole", passing::worker(handlers()));
    let group = group.with("read once by serde", move || {
        serde_json::from_str::<IgnoredAny>(&text).is_ok()
    });
    let group = contestant(group, "within a limit", within::worker(handlers()));
    let group = contestant(group, "five fields of each", projecting::worker(handlers()));
    contestant(group, "five fields, cut", short::worker(handlers()))
}

/// Adds the way from a call to the text that a model reads.
fn contestant(group: Group, name: &'static str, worker: Worker<Handlers>) -> Group {
    let context = Context::default();
    group.with(name, move || {
        let call = ToolCall::new("call_1", "issues::list", "{}");
        once(worker.call(&context, call)).to_llm_message()
    })
}

fn handlers() -> Handlers {
    let issues: Vec<_> = (0..ISSUES).map(write_issue).collect();
    Handlers(json!({ "total": ISSUES, "items": issues }).into())
}

/// An issue with as many addresses and people around it as APIs send: 3 KB.
fn write_issue(number: usize) -> serde_json::Value {
    let address = format!("https://api.example/repos/shop/web/issues/{number}");
    let person = |name: &str| {
        let mut person =
            json!({ "login": name, "id": number, "type": "User", "site_admin": false });
        for list in [
            "avatar",
            "followers",
            "gists",
            "starred",
            "orgs",
            "repos",
            "events",
        ] {
            person[format!("{list}_url")] =
                format!("https://api.example/users/{name}/{list}").into();
        }
        person
    };
    let mut body = String::new();
    for line in 0..10 {
        let _ = writeln!(
            body,
            "{line}. The page of order {number} stays blank, \"again\"."
        );
    }
    json!({
        "id": 1_000_000 + number, "number": number, "title": format!("Order {number} is blank"), "state": "open",
        "url": address, "events_url": format!("{address}/events"), "comments_url": format!("{address}/comments"),
        "labels": [{ "id": 1, "name": "bug", "color": "d73a4a", "default": true }],
        "user": person("ann"), "assignee": person("ben"), "assignees": [person("ben"), person("cem")],
        "comments": 3, "created_at": "2026-11-01T08:00:00Z", "updated_at": "2026-11-20T08:00:00Z", "closed_at": null,
        "body": body, "reactions": { "total_count": 0, "+1": 0, "-1": 0, "laugh": 0 },
    })
}
