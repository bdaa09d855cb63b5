//! What is shown of results, within limits.

use super::show_result;
use crate::json::Json;
use crate::results::{ProjectedParts, Projection, Results};
use crate::shown_result::{READ_MORE, ShownResult};
use std::sync::Arc;

const NO_LIMIT: Results = Results {
    projection: Projection::Whole,
    items: u64::MAX,
    bytes: u64::MAX,
    pages: false,
};

fn show(results: &Results, text: &str) -> Option<Arc<ShownResult>> {
    show_result(results, &Json::parse(text).expect("JSON"))
}

fn text_of(results: &Results, text: &str) -> String {
    let shown = show(results, text).expect("something else");
    Json::parse(shown.text.as_str()).expect("it is still JSON");
    shown.text.clone()
}

#[test]
fn a_result_within_the_limits_is_shown_as_it_came() {
    let results = Results {
        items: 3,
        bytes: 40,
        ..NO_LIMIT
    };
    for text in [
        "[1, 2,3]",
        "null",
        r#"{"a":[1,2,3],"b":[[],[],[]],"c":1,"d":2}"#,
    ] {
        assert_eq!(show(&results, text), None, "{text}");
    }
}

#[test]
fn lists_are_cut_between_items_and_counted() {
    let results = Results {
        items: 2,
        ..NO_LIMIT
    };
    let shown = show(&results, r#"{"a/b":[{"c":[1,2,3]},2,3,4],"d":[1,2]}"#).expect("cut");
    assert_eq!(shown.text, r#"{"a/b":[{"c":[1,2]},2],"d":[1,2]}"#);
    let missing = shown.missing.iter();
    let missing: Vec<_> = missing.map(|it| (it.pointer.as_str(), it.items)).collect();
    assert_eq!(missing, [("/a~1b", 2), ("/a~1b/0/c", 1)]);
    assert_eq!(
        shown.note(false, READ_MORE).expect("a note"),
        "The result is cut: the list `/a~1b` has 2 more items, the list `/a~1b/0/c` has 1 more item. To see what is \
         missing, narrow the query."
    );
    assert_eq!(
        shown.note(true, READ_MORE).expect("a note"),
        "The result is cut: 2 lists have 3 more items. To see what is missing, narrow the query."
    );
}

#[test]
fn texts_are_cut_between_characters_and_say_so() {
    let results = Results {
        bytes: 256,
        ..NO_LIMIT
    };
    for unit in ["é", "😀", r"\ud83d\ude00", r"\n", r"\u00e9", "x"] {
        let text = format!(r#"{{"a":"{}","b":1}}"#, unit.repeat(1000));
        let shown = text_of(&results, &text);
        assert!(shown.len() <= 256, "{} bytes", shown.len());
        let (start, end) = shown.split_once('…').expect("a mark");
        let kept = start.strip_prefix(r#"{"a":""#).expect("the text");
        let kept = kept.len() / unit.len();
        assert!(kept >= 5, "{shown}");
        assert!(start.ends_with(unit), "{shown}");
        let left = 1000 - kept;
        assert_eq!(
            end,
            format!(r#" [{left} more characters are cut]","b":1}}"#)
        );
    }
}

#[test]
fn what_is_not_kept_is_left_out() {
    const NAMES: ProjectedParts = ProjectedParts {
        fields: &[("name", Projection::Whole)],
        each: Projection::Nothing,
    };
    const ITEMS: ProjectedParts = ProjectedParts {
        fields: &[],
        each: Projection::Parts(&NAMES),
    };
    const ROOT: ProjectedParts = ProjectedParts {
        fields: &[
            ("id", Projection::Whole),
            ("items", Projection::Parts(&ITEMS)),
        ],
        each: Projection::Nothing,
    };
    let results = Results {
        projection: Projection::Parts(&ROOT),
        ..NO_LIMIT
    };
    for (whole, shown) in [
        (
            r#"{ "id": 1.50, "url": "u", "items": [ {"name": "a", "url": "u"}, {"url": 1} ] }"#,
            r#"{"id":1.50,"items":[{"name":"a"},{}]}"#,
        ),
        // a key in another spelling is the same key
        (r#"{"\u0069d":1,"x":2}"#, r#"{"\u0069d":1}"#),
        // what has no parts stays
        (r#"{"items":null}"#, r#"{"items":null}"#),
        (
            r#"{"items":["text",{"name":"a","b":1}]}"#,
            r#"{"items":["text",{"name":"a"}]}"#,
        ),
        ("[1,2]", "[]"),
        ("3", "3"),
    ] {
        assert_eq!(text_of(&results, whole), shown);
    }
}

#[test]
fn texts_are_cut_before_a_list_loses_almost_everything() {
    let body = "x".repeat(20_000);
    let items: Vec<String> = (0..30)
        .map(|at| format!(r#"{{"id":{at},"body":"{body}"}}"#))
        .collect();
    let results = Results {
        bytes: 32_768,
        ..NO_LIMIT
    };
    let shown = show(&results, &format!("[{}]", items.join(","))).expect("cut");
    assert_eq!(shown.missing.len(), 0, "{}", shown.text.len());
    assert_eq!(shown.cut_texts, 30);
    assert!(shown.text.len() <= 32_768);
}

#[test]
fn what_does_not_become_short_enough_is_a_text() {
    let members: Vec<String> = (0..1000).map(|at| format!(r#""key{at}":{at}"#)).collect();
    let results = Results {
        bytes: 256,
        ..NO_LIMIT
    };
    let shown = show(&results, &format!("{{{}}}", members.join(","))).expect("cut");
    assert!(shown.is_text);
    assert!(shown.text.len() <= 256, "{}", shown.text);
    assert!(shown.text.starts_with(r#""{\"key0\":0,"#), "{}", shown.text);
    Json::parse(shown.text.as_str()).expect("a string");
}

#[test]
fn every_limit_is_kept() {
    let text = r#"{"a":[{"b":"long text, long text, long text, long text","c":[1,2,3,4,5]},{"b":"x"},7],"d":"é😀","e":{"f":[]}}"#;
    let text = format!(
        r#"{{"x":{text},"y":[{text},{text},{text}],"z":"{}"}}"#,
        "😀".repeat(50)
    );
    for bytes in 128..text.len() as u64 {
        let results = Results { bytes, ..NO_LIMIT };
        let shown = show(&results, &text).expect("cut");
        assert!(shown.text.len() as u64 <= bytes, "{bytes}: {}", shown.text);
        Json::parse(shown.text.as_str()).expect("JSON");
        assert!(shown.is_cut());
    }
}

#[test]
fn blocks_are_kept_if_only_their_blobs_are_long() {
    let blocks = |texts: usize, blob: usize| {
        let (text, blob) = ("t".repeat(texts), "A".repeat(blob));
        format!(
            r#"[{{"type":"text","text":"{text}"}},{{"type":"image","data":"{blob}","mimeType":"image/png"}},{{"type":"resource","resource":{{"uri":"a:b","blob":"{blob}"}}}}]"#
        )
    };
    let results = Results {
        bytes: 1_000,
        ..NO_LIMIT
    };
    for (texts, blob, keeps) in [
        (10, 100_000, true),
        (10, 2_500_000, true),
        (10, 2_500_001, false),
        (2_000, 100_000, false),
    ] {
        let shown = show(&results, &blocks(texts, blob)).expect("something else");
        assert_eq!(shown.keeps_blocks, keeps, "{texts} {blob}");
        assert!(shown.text.len() <= 1_000);
    }
    let few = Results {
        items: 2,
        ..results
    };
    assert!(!show(&few, &blocks(10, 5_000)).expect("a part").keeps_blocks);
    let other = format!(r#"[{{"type":"text","text":"{}"}}]"#, "t".repeat(2_000));
    assert!(!show(&results, &other).expect("a part").keeps_blocks);
}
