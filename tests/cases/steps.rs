//! The steps of a case: what is done, and what is right.

use super::command::{stderr, stdout};
use super::echo::Answer;
use super::world::{Finding, World};
use fancy_regex::Regex;
use serde_json::Value;
use std::fs;

/// Runs steps, and returns a line for each thing that is not as expected.
pub fn run_steps(world: &mut World, steps: &[Value], within: &str) -> Vec<String> {
    let mut missed = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let kind = step["do"].as_str().expect("a kind of step");
        let place = format!("{within}{}", index + 1);
        let found = match kind {
            "either" => run_either(world, step, &place),
            "check" => check(world, step),
            "build" => build(world, step),
            "export" => export(world, step),
            "roundtrip" => read_back(world, step),
            "show" => show(world, step),
            "drift" => compare(world, step),
            "call" => call(world, step),
            "shell" => run_command(world, step),
            "rpc" => send(world, step),
            other => panic!("there is no step `{other}`"),
        };
        missed.extend(found.into_iter().map(|miss| match kind {
            "either" => miss,
            _ => format!("step {place} {kind}: {miss}"),
        }));
    }
    missed
}

/// One of several groups of steps is as expected, or what is wrong with each.
fn run_either(world: &mut World, step: &Value, place: &str) -> Vec<String> {
    let mut missed = Vec::new();
    for (letter, group) in ('a'..).zip(list(step, "of")) {
        let steps = group.as_array().expect("steps");
        let found = run_steps(world, steps, &format!("{place}{letter}."));
        if found.is_empty() {
            return found;
        }
        missed.extend(found);
    }
    missed
}

fn check(world: &World, step: &Value) -> Vec<String> {
    let (code, findings) = world.check();
    let levels: Vec<_> = match step.get("levels") {
        Some(_) => texts(step, "levels"),
        None => vec!["error", "warning", "note"],
    };
    let counts = |finding: &&Finding| levels.contains(&&*finding.severity);
    let text: Vec<_> = findings
        .iter()
        .filter(counts)
        .map(|finding| &*finding.text)
        .collect();
    let text = text.join("\n");
    let mut missed = compare_exit(step, None, code, &text);
    missed.extend(compare_text(step, &text));
    missed
}

fn build(world: &World, step: &Value) -> Vec<String> {
    let output = world.toolc(&["build", "specs", "--out", "gen"]);
    compare_exit(step, None, output.status.code(), &stderr(&output))
}

fn export(world: &World, step: &Value) -> Vec<String> {
    let mut arguments = vec!["export", "specs", "--target", text(step, "target")];
    if step["worker"] != false {
        arguments.extend(["--worker", "w"]);
    }
    let output = world.toolc(&arguments);
    let exported = stdout(&output);
    let mut missed = compare_exit(step, Some(0), output.status.code(), &stderr(&output));
    if !missed.is_empty() {
        return missed;
    }
    missed.extend(compare_text(step, &exported));
    if step["valid"] == true {
        missed.extend(find_invalid(&exported));
    }
    missed
}

/// The exported tools whose schema is not a JSON Schema of 2020-12.
fn find_invalid(exported: &str) -> Vec<String> {
    let tools: Value = serde_json::from_str(exported).expect("JSON");
    let tools = tools
        .as_array()
        .or(tools["tools"].as_array())
        .expect("tools");
    let mut missed = Vec::new();
    for tool in tools {
        let tool = tool.get("function").unwrap_or(tool);
        let keys = ["input_schema", "parameters", "inputSchema"];
        let schema = keys.iter().find_map(|key| tool.get(key)).expect("a schema");
        if let Err(error) = jsonschema::draft202012::meta::validate(schema) {
            missed.push(format!("{} is not a JSON Schema: {error}", tool["name"]));
        }
    }
    missed
}

/// What is exported for a target is read as tools again.
fn read_back(world: &World, step: &Value) -> Vec<String> {
    let exported = world.toolc(&["export", "specs", "--target", text(step, "target")]);
    world.folder.put("back/x.json", &stdout(&exported));
    let listed = world.toolc(&["list", "back"]);
    if stdout(&listed).contains("x::") {
        return Vec::new();
    }
    vec![format!("the tools are not read back: {}", stderr(&listed))]
}

fn show(world: &World, step: &Value) -> Vec<String> {
    let mut arguments = texts(step, "args");
    if arguments.is_empty() {
        arguments = vec!["show", "specs"];
        if step["worker"] == true {
            arguments.extend(["--worker", "w"]);
        }
    }
    let output = world.toolc(&arguments);
    compare_text(step, &(stdout(&output) + &stderr(&output)))
}

/// What changes from the folder `specs` to what `specs2` puts in it.
fn compare(world: &World, step: &Value) -> Vec<String> {
    world.toolc(&["lock", "specs"]);
    for entry in fs::read_dir(world.folder.0.join("specs2")).expect("specs2") {
        let entry = entry.expect("an entry");
        let target = world.folder.0.join("specs").join(entry.file_name());
        fs::copy(entry.path(), target).expect("copied");
    }
    let (_, findings) = world.check();
    let changes: Vec<_> = findings
        .iter()
        .filter(|finding| finding.code.starts_with("T06") && finding.class.is_some())
        .collect();
    let all: Vec<_> = changes
        .iter()
        .map(|change| format!("{:?} {}", change.class, change.text))
        .collect();
    let all = all.join("\n");
    let mut missed = Vec::new();
    for class in texts(step, "classes") {
        if !changes
            .iter()
            .any(|change| change.class.as_deref() == Some(class))
        {
            missed.push(format!("no change of class {class}: {all}"));
        }
    }
    for pattern in texts(step, "hasnt") {
        let pattern = regex(pattern);
        if changes
            .iter()
            .any(|change| is_match(&pattern, &change.message))
        {
            missed.push(format!("a message like {pattern}: {all}"));
        }
    }
    if step["some"] == true && changes.is_empty() {
        missed.push("no change is reported".to_owned());
    }
    if step["none"] == true && !changes.is_empty() {
        missed.push(format!("changes are reported: {all}"));
    }
    missed
}

fn call(world: &mut World, step: &Value) -> Vec<String> {
    world.echo.set_answer(Answer {
        status: step["status"].as_u64().unwrap_or(200),
        content_type: step["ctype"]
            .as_str()
            .unwrap_or("application/json")
            .to_owned(),
        body: step["body"].as_str().unwrap_or("{}").to_owned(),
    });
    let params = format!(
        r#"{{"name":{},"arguments":{}}}"#,
        step["tool"],
        text(step, "args")
    );
    let served = match world.served() {
        Ok(served) => served,
        Err(reason) => return vec![reason],
    };
    served.answer = step["answer"].clone();
    let asked = served.asked.len();
    let answer = served.request("tools/call", &params);
    let question = served
        .asked
        .get(asked)
        .map(|asked| asked["params"]["message"].clone());
    let said = read_text(&answer);
    let verdict = match answer["error"]["code"].as_i64() {
        Some(-32602) => "unknown",
        Some(_) => "none",
        None if answer["result"]["isError"] == true => "refused",
        None => "ok",
    };
    let mut missed = Vec::new();
    if step["want"].as_str().is_some_and(|want| want != verdict) {
        missed.push(format!("want {}, got {verdict}: {said}", step["want"]));
    }
    if let Some(pattern) = step["text"].as_str()
        && !is_match(&regex(pattern), &said)
    {
        missed.push(format!("no text like {pattern}: {said}"));
    }
    if let Some(pattern) = step["asked"].as_str() {
        let question = question
            .as_ref()
            .and_then(Value::as_str)
            .unwrap_or_default();
        if !is_match(&regex(pattern), question) {
            missed.push(format!("no question like {pattern}: {question:?}"));
        }
    }
    missed.extend(compare_sent(world, step, &said));
    missed
}

/// Whether the service was sent what a step wants.
fn compare_sent(world: &World, step: &Value, said: &str) -> Vec<String> {
    let Some(wanted) = step.get("sent") else {
        return Vec::new();
    };
    let sent = world.echo.first_request();
    let (wanted, sent) = match (wanted.as_object(), sent) {
        (None, None) => return Vec::new(),
        (None, Some(sent)) => return vec![format!("something was sent: {sent:?}")],
        (Some(_), None) => return vec![format!("nothing was sent: {said}")],
        (Some(wanted), Some(sent)) => (wanted, sent),
    };
    let mut missed = Vec::new();
    for (part, pattern) in wanted {
        let pattern = pattern.as_str().expect("a pattern");
        let whole = regex(&format!("(?s)^(?:{pattern})$"));
        let got = sent.part(part).unwrap_or_default();
        if !is_match(&whole, got) {
            missed.push(format!("{part} is not {pattern}: {got}"));
        }
    }
    missed
}

/// A command of the toolset `shell`: refused, which leaves no file behind, or run.
fn run_command(world: &mut World, step: &Value) -> Vec<String> {
    let before = world.list_workspace();
    let params = format!(
        r#"{{"name":"shell__run","arguments":{{"command":{}}}}}"#,
        step["command"]
    );
    let served = match world.served() {
        Ok(served) => served,
        Err(reason) => return vec![reason],
    };
    served.answer = step["answer"].clone();
    let said = read_text(&served.request("tools/call", &params));
    let refused = regex("COMMAND_BLOCKED|INVALID_COMMAND|DENIED");
    let verdict = if is_match(&refused, &said) {
        "refused"
    } else {
        "ran"
    };
    let mut missed = Vec::new();
    if text(step, "want") != verdict {
        missed.push(format!("{} {verdict}: {said}", step["command"]));
    }
    let after = world.list_workspace();
    if text(step, "want") == "refused" && after != before {
        missed.push(format!("{} left files: {after:?}", step["command"]));
    }
    missed
}

/// A line to the server, and the id of its answer.
fn send(world: &mut World, step: &Value) -> Vec<String> {
    let served = match world.served() {
        Ok(served) => served,
        Err(reason) => return vec![reason],
    };
    let messages = served.send_line(text(step, "send"), &step["id"]);
    if messages.iter().any(|message| message["id"] == step["id"]) {
        return Vec::new();
    }
    vec![format!(
        "no answer with the id {}: {messages:?}",
        step["id"]
    )]
}

/// Compares an exit code with `rc` of the step, or with what is right where it does not say.
fn compare_exit(step: &Value, usual: Option<i64>, code: Option<i32>, said: &str) -> Vec<String> {
    let Some(wanted) = step["rc"].as_i64().or(usual) else {
        return Vec::new();
    };
    if code.map(i64::from) == Some(wanted) {
        return Vec::new();
    }
    vec![format!("want exit {wanted}, got {code:?}: {said}")]
}

/// Compares a text with the patterns under `has` and `hasnt`.
fn compare_text(step: &Value, text: &str) -> Vec<String> {
    let mut missed = Vec::new();
    for pattern in texts(step, "has") {
        if !is_match(&regex(pattern), text) {
            missed.push(format!("nothing like {pattern}: {text}"));
        }
    }
    for pattern in texts(step, "hasnt") {
        if is_match(&regex(pattern), text) {
            missed.push(format!("something like {pattern}: {text}"));
        }
    }
    missed
}

/// The text of a result, or the whole message if it is an error.
fn read_text(answer: &Value) -> String {
    let Some(content) = answer["result"]["content"].as_array() else {
        return answer.to_string();
    };
    let texts = content.iter().filter_map(|block| block["text"].as_str());
    texts.collect()
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}

fn is_match(pattern: &Regex, text: &str) -> bool {
    pattern.is_match(text).expect("it ends")
}

fn text<'a>(step: &'a Value, key: &str) -> &'a str {
    step[key]
        .as_str()
        .unwrap_or_else(|| panic!("`{key}` of {step}"))
}

fn list<'a>(step: &'a Value, key: &str) -> &'a [Value] {
    step[key].as_array().map_or(&[], Vec::as_slice)
}

fn texts<'a>(step: &'a Value, key: &str) -> Vec<&'a str> {
    let list = list(step, key).iter();
    list.map(|item| item.as_str().expect("a text")).collect()
}
