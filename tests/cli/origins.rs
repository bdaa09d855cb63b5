//! `toolc list` and `toolc show`: what decides each setting of a tool, and where that is written.

use super::command::{Folder, json, stderr, stdout};
use serde_json::{Value, json};

const ORDERS: &str = "\
orders:
  - name: find
    description: Find an order.
    parameters: { type: object, additionalProperties: false }
    effect: read
    timeout: 5s
  - name: cancel
    description: Cancel an order.
    parameters: { type: object, additionalProperties: false }
    approval: ask
    annotations: { destructiveHint: true }
  - name: ship
    description: Ship an order.
    parameters: { type: object, additionalProperties: false }
";

const DESK: &str = "\
name: desk
toolsets:
  orders:
    tools: [find, cancel, ship]
    approval:
      default: preApproved
      tools: { find: preApproved }
    limits: { cancel: { timeout: 2s, at_most: 1 } }
";

const TRAINEE: &str = "\
name: trainee
extends: desk
deny: { orders::ship: only the desk ships }
toolsets:
  orders: { approval: { tools: { cancel: ask } }, timeout: 3s }
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder
        .put("specs/orders.yaml", ORDERS)
        .put("specs/workers/desk.yaml", DESK)
        .put("specs/workers/trainee.yaml", TRAINEE);
    folder
}

#[test]
fn a_list_says_whose_word_each_setting_is() {
    let folder = folder("origins");
    let list = stdout(&folder.toolc(&["list", "specs", "--origins"]));
    let expected = "\
orders::find    read         Find an order.
    read (its `effect`, specs/orders.yaml:5:13)
    desk: preApproved (the worker's entry, specs/workers/desk.yaml:7:22)
    trainee: preApproved (worker `desk`, which it extends, specs/workers/desk.yaml:7:22)
    desk: 5000 ms (its definition, specs/orders.yaml:6:14)
    trainee: 3000 ms (the toolset `orders`, specs/workers/trainee.yaml:5:60)
orders::cancel  destructive  Cancel an order.
    destructive, reaches the open world (its annotations, specs/orders.yaml:11:18)
    desk: ask (its definition, specs/orders.yaml:10:15)
    trainee: ask (the worker's entry, specs/workers/trainee.yaml:5:42)
    desk: 2000 ms (its entry under `limits`, specs/workers/desk.yaml:8:34), 1 at once (its entry under `limits`, specs/workers/desk.yaml:8:47)
    trainee: 2000 ms (worker `desk`, which it extends, specs/workers/desk.yaml:8:34), 1 at once (worker `desk`, which it extends, specs/workers/desk.yaml:8:47)
orders::ship    unknown      Ship an order.
    unknown, reaches the open world (nothing says it)
    desk: preApproved (the worker's default, specs/workers/desk.yaml:6:16)
    trainee: blocked (the worker's entry, specs/workers/trainee.yaml:3:9)
";
    assert_eq!(list, expected);
    let plain = stdout(&folder.toolc(&["list", "specs"]));
    assert_eq!(plain.lines().count(), 3, "{plain}");
}

#[test]
fn a_tool_is_shown_with_whose_word_its_settings_are() {
    let folder = folder("origins_of_one");
    let shown = stdout(&folder.toolc(&["show", "orders::find", "specs"]));
    for line in [
        "  approval    desk: preApproved (the worker's entry, specs/workers/desk.yaml:7:22)\n",
        "              trainee: preApproved (worker `desk`, which it extends, specs/workers/desk.yaml:7:22)\n",
        "  limits      desk: 5000 ms (its definition, specs/orders.yaml:6:14)\n",
        "  effect      read (its `effect`, specs/orders.yaml:5:13)\n",
    ] {
        assert!(shown.contains(line), "{line}{shown}");
    }
    let shown = json(&folder.toolc(&["show", "orders::cancel", "specs", "--format", "json"]));
    let list = json(&folder.toolc(&["list", "specs", "--format", "json"]));
    let expected = json!({
        "worker": "trainee",
        "approval": "ask",
        "approval_from": "entry",
        "approval_parent": null,
        "approval_place": "specs/workers/trainee.yaml:5:42",
        "timeout_ms": 2000,
        "timeout_place": "specs/workers/desk.yaml:8:34",
        "at_most": 1,
        "at_most_place": "specs/workers/desk.yaml:8:47",
        "results": null,
    });
    assert_eq!(shown[0]["policy"][1], expected);
    assert_eq!(list[1]["policy"][1], expected);
    assert_eq!(shown[0]["effect_from"], "annotations");
    assert_eq!(shown[0]["effect_place"], "specs/orders.yaml:11:18");
    assert_eq!(list[0]["policy"][1]["approval_parent"], "desk");
    assert_eq!(list[2]["policy"][0]["approval_from"], "default");
    assert_eq!(list[2]["effect_place"], Value::Null);
}

#[test]
fn rules_and_limits_are_shown_with_their_places() {
    let folder = Folder::new("origins_of_rules");
    let orders = "orders:
  - name: pay
    description: Pays.
    parameters: { type: object, properties: { cents: { type: integer } }, required: [cents] }
    approval:
      rules: [{ when: { /cents: { minimum: 5000 } }, approval: blocked }]
";
    let desk = "name: desk
timeout: 9s
toolsets:
  orders:
    tools: [pay]
    approval:
      default: ask
      rules:
        - { tool: pay, when: { /cents: { maximum: 10 } }, approval: preApproved, match: [{ cents: 1 }], no_match: [{ cents: 11 }] }
";
    let trainee = "name: trainee\nextends: desk\ntimeout: 8s\n";
    folder
        .put("specs/orders.yaml", orders)
        .put("specs/workers/desk.yaml", desk)
        .put("specs/workers/trainee.yaml", trainee);
    let rules = [
        "desk: preApproved if {\"/cents\":{\"maximum\":10}} (the worker's rule, specs/workers/desk.yaml:9:11)",
        "desk: blocked if {\"/cents\":{\"minimum\":5000}} (its definition, specs/orders.yaml:6:15)",
        "trainee: preApproved if {\"/cents\":{\"maximum\":10}} (worker `desk`, which it extends, specs/workers/desk.yaml:9:11)",
        "desk: 9000 ms (the worker, specs/workers/desk.yaml:2:10)",
        "trainee: 8000 ms (the worker, specs/workers/trainee.yaml:3:10)",
    ];
    let list = folder.toolc(&["list", "specs", "--origins"]);
    let list = stdout(&list) + &stderr(&list);
    let shown = stdout(&folder.toolc(&["show", "orders::pay", "specs"]));
    for line in rules {
        assert!(
            list.contains(line) && shown.contains(line),
            "{line}\n{list}{shown}"
        );
    }
    let workers = stdout(&folder.toolc(&["list", "specs", "--workers"]));
    let line = "  rule    orders::pay: preApproved if {\"/cents\":{\"maximum\":10}} (the worker's rule, specs/workers/desk.yaml:9:11)\n";
    assert!(workers.contains(line), "{workers}");
    let expected = json!([
        { "approval": "preApproved", "when": { "/cents": { "maximum": 10 } }, "reason": null, "from": "worker", "place": "specs/workers/desk.yaml:9:11" },
        { "approval": "blocked", "when": { "/cents": { "minimum": 5000 } }, "reason": null, "from": "tool", "place": "specs/orders.yaml:6:15" },
    ]);
    let shown = json(&folder.toolc(&["show", "orders::pay", "specs", "--format", "json"]));
    assert_eq!(shown[0]["rules"]["desk"], expected);
    let workers = json(&folder.toolc(&["list", "specs", "--workers", "--format", "json"]));
    assert_eq!(workers[0]["rules"][0]["rules"], expected);
    let worker = folder.toolc(&["show", "desk", "specs"]);
    assert!(
        stderr(&worker).contains("`desk` is a worker: `toolc list --workers`"),
        "{}",
        stderr(&worker)
    );
}

#[test]
fn without_a_word_nobody_is_named() {
    let folder = Folder::new("origins_of_none");
    folder.put("specs/orders.yaml", ORDERS);
    let list = json(&folder.toolc(&["list", "specs", "--format", "json"]));
    let policy = &list[2]["policy"][0];
    assert_eq!(policy["worker"], "all");
    assert_eq!(policy["approval_from"], "unsaid");
    assert_eq!(policy["approval_place"], Value::Null);
}

#[test]
fn a_worker_has_an_entry_for_each_tool_in_a_system_prompt() {
    let folder = folder("prompt");
    let entries = stdout(&folder.toolc(&["list", "specs", "--prompt", "desk"]));
    let expected = "\
- orders__find: Find an order.
- orders__cancel: Cancel an order. A person is asked first.
- orders__ship: Ship an order.
";
    assert_eq!(entries, expected);
    let entries = stdout(&folder.toolc(&["list", "specs", "--prompt", "trainee"]));
    assert!(
        !entries.contains("ship"),
        "what it may not call is not there: {entries}"
    );
    let unknown = folder.toolc(&["list", "specs", "--prompt", "dask"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        stderr(&unknown).contains("did you mean `desk`?"),
        "{}",
        stderr(&unknown)
    );
}

#[test]
fn the_summary_counts_the_checks_that_passed() {
    let folder = folder("checks");
    let count = |folder: &Folder| {
        let checked = folder.toolc(&["check", "specs", "--format", "json"]);
        let summary = json(&checked)["summary"]["checks"].clone();
        let number = |key: &str| summary[key].as_u64().expect(key);
        (number("passed"), number("all"))
    };
    let (passed, all) = count(&folder);
    assert_eq!(passed, all);
    assert_eq!(folder.toolc(&["lock", "specs"]).status.code(), Some(0));
    let (_, compared) = count(&folder);
    assert!(
        compared > all,
        "what changed is looked for beside a lock: {compared}, {all}"
    );
    // two errors of one kind, and one of another
    let faulty = ORDERS
        .replace("effect: read", "efect: read")
        .replace("type: object", "type: objekt");
    folder.put("specs/orders.yaml", &faulty);
    let shown = folder.toolc(&["check", "specs"]);
    let words = stderr(&shown);
    let (passed, all) = count(&folder);
    assert!(passed < all, "{passed}/{all}");
    assert!(
        words.contains(&format!(", {} of {all} checks failed, ", all - passed)),
        "{words}"
    );
}

const API: &str = r#"
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
components:
  securitySchemes:
    oauth: { type: oauth2, flows: { authorizationCode: { authorizationUrl: "https://shop.example/a", tokenUrl: "https://shop.example/t", scopes: {} } } }
    key: { type: apiKey, in: header, name: X-Key }
paths:
  /orders:
    get:
      operationId: list
      summary: Lists orders.
      security: [{ oauth: [admin] }, { oauth: ["orders:read"] }, { key: [] }]
      responses: { "200": { description: ok } }
    post:
      operationId: add
      summary: Adds an order.
      security: [{ oauth: ["orders:read", "orders:write"] }]
      responses: { "200": { description: ok } }
"#;

#[test]
fn a_list_of_workers_says_what_they_need_and_cost() {
    let folder = Folder::new("needs");
    let config = "\
tools:
  registry: [{ type: rest, namespace: shop, spec: shop.openapi.yaml, engine: shop }]
  engines: { shop: { type: http, auth: { oauth: { bearer_env: SHOP_TOKEN } } } }
workers: [desk.yaml]
targets: [openai]
";
    folder
        .put("toolc.yaml", config)
        .put("shop.openapi.yaml", API)
        .put(
            "desk.yaml",
            "name: desk\ntoolsets:\n  shop: { tools: all }\n",
        );
    let text = stdout(&folder.toolc(&["list", "--workers"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..5],
        [
            "desk",
            "  tools   2",
            "  flow    private, untrusted, outbound",
            "  needs   shop oauth (SHOP_TOKEN): orders:read orders:write",
            "  needs   shop::list has several ways: oauth orders:read is the least",
        ]
    );
    let shown = json(&folder.toolc(&["list", "--workers", "--format", "json"]));
    let desk = &shown[0];
    let scopes = json!({
        "orders:read": ["shop::add", "shop::list"],
        "orders:write": ["shop::add"],
    });
    assert_eq!(desk["needs"]["credentials"][0]["scopes"], scopes);
    let tokens = desk["tokens"]["openai"].as_u64().expect("a number");
    assert!((40..200).contains(&tokens), "{tokens}");
    let lock = folder.toolc(&["lock"]);
    assert!(lock.status.success(), "{}", stderr(&lock));
    let narrower = API.replace(r#"["orders:read", "orders:write"]"#, r#"["orders:read"]"#);
    let without = std::fs::read_to_string(folder.0.join("toolc.lock")).expect("a lock");
    assert!(without.contains("shop oauth: orders:write"), "{without}");
    folder.put("shop.openapi.yaml", &narrower);
    let found = stderr(&folder.toolc(&["check"])) + &stdout(&folder.toolc(&["check"]));
    assert!(
        found.contains("worker `desk` needs fewer scopes"),
        "{found}"
    );
}

#[test]
fn the_smallest_limit_holds_also_among_extended_workers() {
    let folder = folder("origins_limits");
    let night = "\
name: night
extends: desk
timeout: 4s
toolsets:
  orders:
    tools: [find, cancel]
    limits: { cancel: { timeout: 1s, at_most: 9 }, find: { timeout: 6s } }
";
    folder
        .put("specs/workers/trainee.yaml", night)
        .put("specs/workers/late.yaml", "name: late\nextends: night\n");
    let list = stdout(&folder.toolc(&["list", "specs", "--origins"]));
    let show = ["orders::find", "orders::cancel"]
        .map(|tool| stdout(&folder.toolc(&["show", tool, "specs"])));
    let desk = "worker `desk`, which it extends, specs/workers/desk.yaml";
    for line in [
        "night: 4000 ms (the worker, specs/workers/trainee.yaml:3:10)".to_owned(),
        "late: 4000 ms (worker `night`, which it extends, specs/workers/trainee.yaml:3:10)"
            .to_owned(),
        format!(
            "night: 1000 ms (its entry under `limits`, specs/workers/trainee.yaml:7:34), 1 at once ({desk}:8:47)"
        ),
        format!(
            "late: 1000 ms (worker `night`, which it extends, specs/workers/trainee.yaml:7:34), 1 at once ({desk}:8:47)"
        ),
    ] {
        assert!(list.contains(&line), "{line} in {list}");
        assert!(show.concat().contains(&line), "{line} in {show:?}");
    }
}
