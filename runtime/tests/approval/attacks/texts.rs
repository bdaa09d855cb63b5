//! Texts of pending calls that somebody has changed.

use super::super::desk::{Desk, key};
use std::time::SystemTime;
use toolc_runtime::{PendingCall, SealKey, WeakKey};

/// Returns a function that replaces a part of a text, which must be there.
pub(super) fn swap(from: &'static str, to: &'static str) -> impl Fn(&str) -> String {
    move |text| {
        assert!(text.contains(from), "{from} in {text}");
        text.replacen(from, to, 1)
    }
}

type Change = Box<dyn Fn(&str) -> String>;

/// Texts that were changed on the way, with the code of the error for each.
fn changed_texts() -> Vec<(&'static str, Change, &'static str)> {
    let mut rows: Vec<(&'static str, Change, &'static str)> = Vec::new();
    let mut row = |name, change: Change, code| rows.push((name, change, code));
    row(
        "other arguments",
        Box::new(swap(r#"\"/a\""#, r#"\"/b\""#)),
        "forged",
    );
    row(
        "1.0 for 1",
        Box::new(swap(r#"\"n\":1"#, r#"\"n\":1.0"#)),
        "forged",
    );
    row(
        "1e0 for 1",
        Box::new(swap(r#"\"n\":1"#, r#"\"n\":1e0"#)),
        "forged",
    );
    row(
        "a string for a number",
        Box::new(swap(r#"\"n\":1"#, r#"\"n\":\"1\""#)),
        "forged",
    );
    row(
        "a key twice in the arguments",
        Box::new(swap(r#"{\"n\""#, r#"{\"n\":2,\"n\""#)),
        "forged",
    );
    row(
        "a blank in the arguments",
        Box::new(swap(r#"{\"n\""#, r#"{ \"n\""#)),
        "forged",
    );
    row(
        "a look-alike letter in a value",
        Box::new(swap("Ada", "\u{410}da")),
        "forged",
    );
    row(
        "a look-alike letter in a key",
        Box::new(swap(r#"\"path"#, "\\\"p\u{430}th")),
        "forged",
    );
    row(
        "an invisible letter",
        Box::new(swap("Ada", "Ada\u{200b}")),
        "forged",
    );
    row(
        "a combining mark",
        Box::new(swap("Ada", "A\u{300}da")),
        "forged",
    );
    row(
        "arguments as an object",
        Box::new(swap(r#""arguments":""#, r#""arguments":{},"x":""#)),
        "forged",
    );
    row(
        "another worker",
        Box::new(swap(r#""worker":"support""#, r#""worker":"admin""#)),
        "forged",
    );
    row(
        "another tool",
        Box::new(swap("files::delete", "files::wipe")),
        "forged",
    );
    row(
        "another wire name",
        Box::new(swap("\"files__delete", "\"files__wipe")),
        "forged",
    );
    row(
        "a look-alike wire name",
        Box::new(swap("\"files__delete", "\"fil\u{435}s__delete")),
        "forged",
    );
    row(
        "another definition",
        Box::new(swap("digest of f4", "digest of f4b")),
        "forged",
    );
    row(
        "another description",
        Box::new(swap("What files::delete does", "Lists files")),
        "forged",
    );
    row(
        "another effect",
        Box::new(swap(r#""effect":"destructive""#, r#""effect":"write""#)),
        "forged",
    );
    row(
        "another call",
        Box::new(swap(r#""call_id":"c1""#, r#""call_id":"c2""#)),
        "forged",
    );
    row(
        "another principal",
        Box::new(swap(r#""principal":"ada""#, r#""principal":"eve""#)),
        "forged",
    );
    row(
        "no principal",
        Box::new(swap(r#""principal":"ada","#, "")),
        "forged",
    );
    row(
        "another session",
        Box::new(swap(r#""session":"s""#, r#""session":"t""#)),
        "forged",
    );
    row(
        "no session",
        Box::new(swap(r#""session":"s","#, "")),
        "forged",
    );
    row(
        "a longer time",
        Box::new(swap(r#""until":""#, r#""until":"9"#)),
        "forged",
    );
    row(
        "a time as a number",
        Box::new(swap(r#""until":""#, r#""until":9,"u":""#)),
        "forged",
    );
    row(
        "an earlier question",
        Box::new(swap(r#""asked_at":"1"#, r#""asked_at":"0"#)),
        "forged",
    );
    row(
        "another id",
        Box::new(swap(r#""id":""#, r#""id":"0"#)),
        "forged",
    );
    row(
        "a path of delegation",
        Box::new(swap(r#""id":"#, r#""delegation":["boss"],"id":"#)),
        "forged",
    );
    row(
        "other words of the model",
        Box::new(swap(r#""id":"#, r#""written":"{}","id":"#)),
        "forged",
    );
    row(
        "other shown arguments",
        Box::new(swap(r#""id":"#, r#""shown_arguments":"{}","id":"#)),
        "forged",
    );
    row(
        "a further member of the body",
        Box::new(swap(r#""id":"#, r#""x":"","id":"#)),
        "forged",
    );
    row(
        "a member of the body twice",
        Box::new(swap(r#""id":"#, r#""id":"a","id":"#)),
        "malformed",
    );
    row(
        "an escaped key twice",
        Box::new(swap(r#""id":"#, r#""\u0069d":"a","id":"#)),
        "malformed",
    );
    row(
        "another seal",
        Box::new(swap(r#""seal":""#, r#""seal":"00"#)),
        "forged",
    );
    row(
        "no digit of a seal",
        Box::new(swap(r#""seal":""#, r#""seal":"","s":""#)),
        "malformed",
    );
    row(
        "an empty seal",
        Box::new(|text| cut_seal(text, |_| String::new())),
        "forged",
    );
    row(
        "half a seal",
        Box::new(|text| cut_seal(text, |seal| seal[..32].to_owned())),
        "forged",
    );
    row(
        "an odd seal",
        Box::new(|text| cut_seal(text, |seal| seal[1..].to_owned())),
        "forged",
    );
    row(
        "a seal and more",
        Box::new(|text| cut_seal(text, |seal| format!("{seal}00"))),
        "forged",
    );
    row(
        "a seal in capitals",
        Box::new(|text| cut_seal(text, |seal| format!("{}A", &seal[1..]))),
        "forged",
    );
    row(
        "two seals",
        Box::new(swap(r#""seal":"#, r#""seal":"","seal":"#)),
        "malformed",
    );
    row(
        "no seal",
        Box::new(swap(r#""seal":"#, r#""mark":"#)),
        "malformed",
    );
    row(
        "no body",
        Box::new(swap(r#""body":"#, r#""text":"#)),
        "malformed",
    );
    row(
        "a further member",
        Box::new(swap(r#"{"toolc""#, r#"{"x":1,"toolc""#)),
        "malformed",
    );
    row(
        "a later version",
        Box::new(swap("pending/1", "pending/2")),
        "malformed",
    );
    row(
        "the form of a ruling",
        Box::new(swap("pending/1", "ruling/1")),
        "malformed",
    );
    row(
        "another key's id",
        Box::new(swap(r#""key":"k1""#, r#""key":"k2""#)),
        "unknown_key",
    );
    row(
        "a look-alike key's id",
        Box::new(swap(r#""key":"k1""#, "\"key\":\"\u{43a}1\"")),
        "unknown_key",
    );
    row(
        "something behind it",
        Box::new(|text| format!("{text}{text}")),
        "malformed",
    );
    row(
        "something before it",
        Box::new(|text| format!("x{text}")),
        "malformed",
    );
    row(
        "all but the end",
        Box::new(|text| text[..text.len() - 1].to_owned()),
        "malformed",
    );
    row(
        "the first half",
        Box::new(|text| text[..text.len() / 2].to_owned()),
        "malformed",
    );
    row("nothing", Box::new(|_| String::new()), "malformed");
    row("null", Box::new(|_| "null".to_owned()), "malformed");
    row("a list", Box::new(|text| format!("[{text}]")), "malformed");
    rows
}

fn cut_seal(text: &str, change: impl Fn(&str) -> String) -> String {
    let (before, seal) = text.split_once(r#""seal":""#).expect("a seal");
    let seal = seal.trim_end_matches("\"}");
    format!(r#"{before}"seal":"{}"}}"#, change(seal))
}

#[test]
fn a_text_that_was_changed_is_not_opened() {
    let desk = Desk::new();
    let rows = changed_texts();
    for (name, change, code) in &rows {
        let text = change(&desk.text);
        assert_ne!(text, desk.text, "{name}");
        let refused = desk.open(&text).expect_err(name);
        assert_eq!(refused.code(), *code, "{name}: {refused}");
        assert!(!refused.to_string().is_empty(), "{name}");
    }
    assert!(rows.len() >= 55, "{}", rows.len());
    for at in (0..desk.text.len()).step_by(7) {
        let cut = desk.text.get(..at).unwrap_or("");
        assert_eq!(
            desk.open(cut).expect_err("cut off").code(),
            "malformed",
            "{at}"
        );
    }
}

#[test]
fn how_a_text_is_laid_out_does_not_count() {
    let desk = Desk::new();
    let value: serde_json::Value = serde_json::from_str(&desk.text).expect("JSON");
    let pretty = serde_json::to_string_pretty(&value).expect("JSON");
    let escaped = desk.text.replace("support", "\\u0073upport");
    for text in [&desk.text, &pretty, &escaped] {
        assert_eq!(
            desk.open(text).expect("the same call"),
            desk.pending,
            "{text}"
        );
    }
}

#[test]
fn a_text_opens_for_whoever_has_its_key() {
    let desk = Desk::new();
    let other = SealKey::new("k1", b"c9f0f895fb98ab9159f51fd0297e236d").expect("a key");
    let later = SealKey::new("k2", b"c9f0f895fb98ab9159f51fd0297e236d").expect("a key");
    let rotated = later
        .clone()
        .and_old("k1", b"8f14e45fceea167a5a36dedd4bea2543")
        .expect("two keys");
    let code = |key: &SealKey, text: &str| {
        let opened = PendingCall::open(text, key, SystemTime::now());
        opened.map_or_else(|error| error.code(), |_| "opened")
    };
    assert_eq!(
        code(&other, &desk.text),
        "forged",
        "the same id, another secret"
    );
    assert_eq!(
        code(&later, &desk.text),
        "unknown_key",
        "the key was taken away"
    );
    assert_eq!(
        code(&rotated, &desk.text),
        "opened",
        "an older key still opens"
    );
    let resealed = desk.pending.seal(&rotated);
    assert_eq!(code(&later, &resealed), "opened", "the newest key seals");
    assert_eq!(code(&desk.key, &resealed), "unknown_key");
    let short = SealKey::new("k", &[7; 31]).expect_err("too short");
    assert_eq!(short, WeakKey::Short { bytes: 31 });
    assert_eq!(
        SealKey::new("", b"8f14e45fceea167a5a36dedd4bea2543").expect_err("no id"),
        WeakKey::Unnamed
    );
    let twice = key()
        .and_old("k1", b"45c48cce2e2d7fbdea1afc51c7c6ad26")
        .expect_err("twice");
    assert_eq!(twice, WeakKey::SameId);
    assert!(!format!("{:?}", desk.key).contains('7'), "{:?}", desk.key);
}
