//! Changes that only a search decides: in large schemas, and in alternatives.

use super::{drift, json, lock, tool};

/// The classes of a change to a result.
fn class_of_output(old: &str, new: &str) -> String {
    let with_output = |schema: &str| {
        let mut tool = tool("a::t", "{}");
        tool.output = Some(json(schema));
        lock(vec![tool])
    };
    let found = drift(&with_output(old), &with_output(new));
    let words = found
        .iter()
        .map(|finding| finding.split(": ").next().unwrap_or_default());
    words.collect::<Vec<_>>().join("; ")
}

#[test]
fn changes_in_large_schemas_are_decided() {
    let properties = |last: &str| {
        let named =
            (0..300).map(|n| format!(r#""p{n}":{{"type":["string","null"],"maxLength":{n}}}"#));
        let named: Vec<String> = named.collect();
        format!(
            r#"{{"type":"object","properties":{{{},"last":{last}}}}}"#,
            named.join(",")
        )
    };
    let text = properties(r#"{"type":"string"}"#);
    let number = properties(r#"{"type":"integer"}"#);
    assert_eq!(
        class_of_output(&text, &number),
        "T0605 the output of `a::t` was tightened and loosened"
    );
    let alternatives = |count: usize, limit: usize| {
        let one = |n: usize| {
            let limit = if n == 7 { limit } else { 5 };
            format!(
                r#"{{"type":"object","required":["kind","x"],"properties":{{"kind":{{"const":"k{n}"}},"x":{{"type":"string","maxLength":{limit}}}}}}}"#
            )
        };
        let all: Vec<String> = (0..count).map(one).collect();
        format!(r#"{{"oneOf":[{}]}}"#, all.join(","))
    };
    assert_eq!(
        class_of_output(&alternatives(60, 5), &alternatives(60, 6)),
        "T0605 the output of `a::t` was loosened"
    );
    assert_eq!(
        class_of_output(&alternatives(60, 5), &alternatives(59, 5)),
        "T0620 the output of `a::t` was tightened"
    );
}

#[test]
fn alternatives_that_overlap_are_decided() {
    let alternatives = |most: u32| {
        format!(
            r#"{{"oneOf":[{{"type":"object","properties":{{"a":{{"type":"integer","maximum":{most}}}}}}},{{"type":"object","properties":{{"b":{{"type":"integer"}}}}}}]}}"#
        )
    };
    assert_eq!(
        class_of_output(&alternatives(3), &alternatives(4)),
        "T0605 the output of `a::t` was tightened and loosened"
    );
    // neither accepts any array
    assert_eq!(
        class_of_output(
            r#"{"type":"array","items":{"type":"string"},"contains":{"type":"integer"},"maxContains":5}"#,
            r#"{"type":"array","items":{"type":"string"},"contains":{"type":"integer"},"maxContains":6}"#,
        ),
        "T0621 the output of `a::t` accepts the same, written differently"
    );
}

#[test]
fn a_result_whose_schema_means_nothing_was_anything() {
    assert_eq!(
        class_of_output(
            r#"{"type":"string","oneOf":[]}"#,
            r#"{"type":"string","enum":["a"]}"#
        ),
        "T0620 the output of `a::t` was tightened"
    );
}

#[test]
fn divisors_are_compared_by_their_common_multiple() {
    let divisors = |all: &[&str]| {
        let all: Vec<String> = all
            .iter()
            .map(|one| format!(r#"{{"multipleOf":{one}}}"#))
            .collect();
        format!(r#"{{"allOf":[{}]}}"#, all.join(","))
    };
    assert_eq!(
        class_of_output(&divisors(&["4", "0.6"]), &divisors(&["2", "1.5"])),
        "T0605 the output of `a::t` was loosened"
    );
    assert_eq!(
        class_of_output(&divisors(&["2", "3", "5", "7", "11"]), &divisors(&["2310"])),
        "T0621 the output of `a::t` accepts the same, written differently"
    );
}
