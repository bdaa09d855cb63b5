//! Searches in a worker's tools that a model asks for and the program answers, and results that come later.

use crate::tools::{self, GetWeather, GetWeatherArgs};
use serde_json::{Value, json};
use toolc_runtime::provider::{FoundTools, ToolSearch};
use toolc_runtime::search::{SearchIndex, SearchWord, SearchedTool};
use toolc_runtime::testing::Mocks;
use toolc_runtime::v1 as rt;
use toolc_runtime::{AnswerError, Target, Worker};

const SEARCHING_LISTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/sdks/searching.json");

const ANSWERS: &str = include_str!("../../../tests/sdks/answers.json");

/// A tool that is held back.
struct Deferred;

impl rt::Tool for Deferred {
    const ENTRY: &'static rt::ToolEntry = &rt::ToolEntry {
        extras: &[("defer_loading", "true")],
        ..*<GetWeather as rt::Tool>::ENTRY
    };
    type Args<'a> = GetWeatherArgs;
    type Output = String;
    type Failure = rt::ToolFailure;
    type Key = ();
}

static INDEX: SearchIndex = SearchIndex {
    tools: &[SearchedTool {
        wire_name: "weather__get",
        qualified: "weather::get",
    }],
    words: &[SearchWord {
        word: "weather",
        postings: &[(0, 900)],
    }],
};

/// The targets whose searches a program answers, with their names in the files of `tests/sdks`.
const SEARCHING: [(Target, &str); 3] = [
    (Target::OpenAiResponses, "openai-responses"),
    (Target::OpenAiNamespaces, "openai-responses"),
    (Target::Anthropic, "anthropic"),
];

pub fn held_back() -> Worker<Mocks> {
    let mocks = Mocks::new().on::<Deferred>(|_| Ok("sunny".to_owned()));
    tools::small_worker::<Deferred>("w", mocks).with_index(&INDEX)
}

fn answer(name: &str) -> Value {
    let answers: Value = serde_json::from_str(ANSWERS).expect("JSON");
    answers[name].clone()
}

fn searches(target: Target, answer: &Value) -> Vec<ToolSearch> {
    target
        .searches(answer)
        .unwrap_or_else(|error| panic!("{error}: {answer}"))
}

#[test]
fn searches_are_no_calls() {
    for (target, name) in SEARCHING {
        let answer = answer(name);
        let [search] = &searches(target, &answer)[..] else {
            panic!("{name}: one search");
        };
        assert_eq!((search.id.as_str(), search.limit), ("call_5", 3));
        assert_eq!(search.query, "what the weather is");
        let calls = target.calls(&answer).expect("calls");
        assert!(calls.iter().all(|call| call.id != "call_5"), "{name}");
    }
    for (_, target) in Target::ALL {
        let answers = SEARCHING.iter().any(|(searching, _)| searching == target);
        assert_eq!(target.search_tool().is_some(), answers, "{target:?}");
    }
}

#[test]
fn arguments_of_a_search_may_be_missing_or_out_of_range() {
    let call = |arguments: Value| json!({ "type": "tool_search_call", "call_id": "c", "execution": "client", "status": "completed", "arguments": arguments });
    for (arguments, query, limit) in [
        (json!({}), "", 5),
        (json!(null), "", 5),
        (json!({ "query": "a", "limit": 0 }), "a", 1),
        (json!({ "query": "a", "limit": 900 }), "a", 20),
        (json!({ "query": 5, "limit": "x" }), "", 5),
        (json!(r#"{"query":"a","limit":2}"#), "a", 2),
    ] {
        let found = searches(Target::OpenAiResponses, &call(arguments));
        assert_eq!((found[0].query.as_str(), found[0].limit), (query, limit));
    }
}

#[test]
fn what_the_provider_searches_itself_and_what_is_cut_off_is_left_alone() {
    let served = json!({ "type": "tool_search_call", "call_id": null, "execution": "server", "status": "completed", "arguments": {} });
    assert!(searches(Target::OpenAiResponses, &served).is_empty());
    let streaming = json!({ "type": "tool_search_call", "call_id": "c", "execution": "client", "status": "in_progress", "arguments": {} });
    let refused = Target::OpenAiResponses.searches(&streaming);
    assert!(matches!(refused, Err(AnswerError::Unfinished { .. })));
    let nameless = json!({ "type": "tool_search_call", "execution": "client", "arguments": {} });
    let refused = Target::OpenAiResponses.searches(&nameless);
    assert!(matches!(refused, Err(AnswerError::NoId { .. })));
    let search = json!({ "type": "tool_use", "id": "c", "name": "tool_search", "input": { "query": "weather" } });
    for reason in [json!("max_tokens"), json!(null)] {
        let cut = json!({ "type": "message", "stop_reason": reason, "content": [search] });
        let refused = Target::Anthropic.searches(&cut);
        assert!(
            matches!(refused, Err(AnswerError::Unfinished { .. })),
            "{reason}"
        );
    }
    let asked = json!({ "type": "tool_search_call", "call_id": "c", "execution": "client", "arguments": {} });
    let cut = json!({ "status": "incomplete", "output": [asked] });
    let refused = Target::OpenAiResponses.searches(&cut);
    assert!(matches!(refused, Err(AnswerError::Unfinished { .. })));
}

#[test]
fn a_list_with_a_search_shows_what_its_provider_keeps_from_the_model() {
    let worker = held_back();
    let names = |target: Target| {
        let list = worker.list_with_search(target).expect("a list");
        let name = |tool: &Value| {
            tool["name"]
                .as_str()
                .or(tool["type"].as_str())
                .map(str::to_owned)
        };
        let tools = list.as_array().expect("an array").iter();
        tools.filter_map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(Target::OpenAiResponses), ["tool_search"]);
    assert_eq!(names(Target::OpenAiNamespaces), ["tool_search"]);
    assert_eq!(names(Target::Anthropic), ["weather__get", "tool_search"]);
    assert_eq!(worker.list_with_search(Target::Gemini), None);
    let without = tools::small_worker::<Deferred>("w", Mocks::new());
    assert_eq!(without.list_with_search(Target::Anthropic), None);
}

#[test]
fn lists_with_a_search_are_those_that_the_libraries_judge() {
    let mut lists = serde_json::Map::new();
    for (name, target) in [
        ("openai-responses", Target::OpenAiResponses),
        ("openai-namespaces", Target::OpenAiNamespaces),
        ("anthropic", Target::Anthropic),
    ] {
        let list = held_back().list_with_search(target).expect("a list");
        lists.insert(name.to_owned(), list);
    }
    let text = serde_json::to_string_pretty(&lists).expect("JSON") + "\n";
    if std::env::var_os("TOOLC_BLESS").is_some() {
        std::fs::write(SEARCHING_LISTS, &text).expect("written");
    }
    let known = std::fs::read_to_string(SEARCHING_LISTS).expect("the file");
    assert_eq!(text, known, "TOOLC_BLESS=1 writes it anew");
}

#[test]
fn only_tools_that_are_held_back_are_found() {
    let search = &searches(Target::Anthropic, &answer("anthropic"))[..];
    let found = held_back().find_tools(Target::Anthropic, search);
    assert_eq!(found[0].names, ["weather__get"]);
    let mocks = Mocks::new().on::<GetWeather>(|_| Ok(json!("sunny").into()));
    let listed = tools::small_worker::<GetWeather>("w", mocks).with_index(&INDEX);
    assert!(
        listed.find_tools(Target::Anthropic, search)[0]
            .names
            .is_empty()
    );
    let without = tools::small_worker::<Deferred>("w", Mocks::new());
    let found: Vec<FoundTools> = without.find_tools(Target::Anthropic, search);
    assert!(found[0].names.is_empty());
    let messages = Target::Anthropic.messages_with_tools(&[], &found);
    let content = &messages[0]["content"][0]["content"];
    assert!(
        content
            .as_str()
            .is_some_and(|text| text.contains("No tool was found"))
    );
}

#[test]
fn an_async_call_may_be_answered_later() {
    let answer = answer("openai-responses");
    let target = Target::OpenAiResponses;
    assert!(target.may_answer_later(&answer, "call_2"));
    assert!(!target.may_answer_later(&answer, "call_1"));
    assert!(!target.may_answer_later(&answer, "another"));
    assert!(!Target::OpenAi.may_answer_later(&answer, "call_2"));
}
