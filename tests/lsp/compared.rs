//! What the server published, and what `toolc check` says of the same text, in one form.

use super::client::Client;
use super::command::{Folder, json};
use serde_json::Value;

/// A finding: file, range, severity, code, message with helps, and further places with their words.
pub type Finding = (String, [u64; 4], u64, String, String, Vec<String>);

/// Everything that is published now.
pub fn list_published(client: &Client) -> Vec<Finding> {
    let root = format!("{}/", client.uri(""));
    let relative = |uri: &str| uri.strip_prefix(&root).unwrap_or(uri).replace("%20", " ");
    let mut list = Vec::new();
    for (uri, told) in &client.told {
        for found in &told.findings {
            let related = found["relatedInformation"].as_array();
            let related = related.into_iter().flatten().map(|related| {
                let path = relative(related["location"]["uri"].as_str().expect("an address"));
                let range = read_range(&related["location"]["range"]);
                let words = related["message"].as_str().expect("words");
                format!("{path} {range:?} {words}")
            });
            list.push((
                relative(uri),
                read_range(&found["range"]),
                found["severity"].as_u64().expect("a number"),
                found["code"].as_str().expect("a code").to_owned(),
                found["message"].as_str().expect("a message").to_owned(),
                related.collect(),
            ));
        }
    }
    list.sort();
    list
}

fn read_range(range: &Value) -> [u64; 4] {
    [
        "/start/line",
        "/start/character",
        "/end/line",
        "/end/character",
    ]
    .map(|pointer| {
        range
            .pointer(pointer)
            .and_then(Value::as_u64)
            .expect("a number")
    })
}

/// Everything that the command reports in a folder, as an editor that counts characters is to see it.
pub fn list_reported(folder: &Folder) -> Vec<Finding> {
    let output = folder.toolc(&["check", "--format", "json"]);
    let report = json(&output);
    let mut list = Vec::new();
    for found in report["diagnostics"].as_array().expect("a list") {
        let labels = found["labels"].as_array().expect("a list");
        let is_file = |label: &&Value| {
            let path = label["path"].as_str().expect("a path");
            folder.0.join(path).is_file()
        };
        let own = labels.first().filter(is_file);
        let (path, range) = match own {
            Some(label) => (clean(label), label_range(label)),
            None => ("toolc.yaml".to_owned(), [0; 4]),
        };
        let path = match folder.0.join(&path).is_file() {
            true => path,
            false => format!("specs/{path}"),
        };
        let mut message = found["message"].as_str().expect("a message").to_owned();
        let words = own.map_or("", |label| label["text"].as_str().expect("a text"));
        if !words.is_empty() {
            message.push_str(&format!("\n{words}"));
        }
        let others = &labels[usize::from(own.is_some())..];
        let mut related = Vec::new();
        for label in others {
            let words = match label["text"].as_str().expect("a text") {
                "" => "see here",
                words => words,
            };
            if is_file(&label) {
                related.push(format!("{} {:?} {words}", clean(label), label_range(label)));
            } else {
                let path = label["path"].as_str().expect("a path");
                message.push_str(&format!(
                    "\n{path}:{}:{}: {words}",
                    label["line"], label["column"]
                ));
            }
        }
        let help = found["help"].as_str().expect("a help");
        if !help.is_empty() {
            message.push_str(&format!("\nhelp: {help}"));
        }
        let severity = match found["severity"].as_str() {
            Some("error") => 1,
            Some("warning") => 2,
            _ => 3,
        };
        let code = found["code"].as_str().expect("a code").to_owned();
        list.push((path, range, severity, code, message, related));
    }
    list.sort();
    list
}

fn clean(label: &Value) -> String {
    let path = label["path"].as_str().expect("a path");
    path.strip_prefix("./").unwrap_or(path).to_owned()
}

fn label_range(label: &Value) -> [u64; 4] {
    ["line", "column", "end_line", "end_column"]
        .map(|key| label[key].as_u64().expect("a number") - 1)
}

/// Asserts that both say the same.
#[track_caller]
pub fn assert_same(client: &mut Client, folder: &Folder, what: &str) {
    client.settle();
    let (published, reported) = (list_published(client), list_reported(folder));
    for found in &reported {
        assert!(
            published.contains(found),
            "{what}: not published: {found:#?}\n{published:#?}"
        );
    }
    for found in &published {
        assert!(reported.contains(found), "{what}: not reported: {found:#?}");
    }
    assert_eq!(published.len(), reported.len(), "{what}");
}
