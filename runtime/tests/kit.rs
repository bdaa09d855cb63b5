//! The test kit: generated values, faults by plan, mocks.

use toolc_generated as tools;
use toolc_runtime::testing::Generator;
use toolc_runtime::validate;

#[test]
fn every_tool_has_arguments_that_it_accepts() {
    for entry in tools::all() {
        for seed in 0..20 {
            let arguments = Generator::new(seed).arguments(entry);
            let arguments = arguments.unwrap_or_else(|| panic!("no call of {}", entry.wire_name));
            assert_eq!(entry.validate(&arguments), Ok(()), "{arguments}");
        }
        if let Some(schema) = entry.output {
            let output = Generator::new(1).output(entry).expect(entry.wire_name);
            assert_eq!(validate(schema, &output), Ok(()), "{output}");
        }
    }
}

#[test]
fn wrong_arguments_break_one_rule_each() {
    let mut keywords = std::collections::BTreeSet::new();
    for entry in tools::all() {
        let wrong = Generator::new(3).wrong_arguments(entry);
        assert!(!wrong.is_empty(), "{}", entry.wire_name);
        for wrong in &wrong {
            let violations = entry.validate(&wrong.arguments).expect_err("refused");
            let all: Vec<_> = violations.iter().collect();
            assert_eq!(all.len(), 1, "{}: {}", entry.wire_name, wrong.arguments);
            assert_eq!(all[0].keyword, wrong.keyword);
            assert_eq!(all[0].pointer, wrong.pointer);
            keywords.insert(wrong.keyword);
        }
    }
    for keyword in [
        "type",
        "required",
        "additionalProperties",
        "enum",
        "minimum",
        "maxLength",
    ] {
        assert!(keywords.contains(keyword), "{keyword}: {keywords:?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_values() {
    for entry in tools::all() {
        let make = |seed| Generator::new(seed).arguments(entry);
        assert_eq!(make(9), make(9));
        let one = Generator::new(9).wrong_arguments(entry);
        assert_eq!(one, Generator::new(9).wrong_arguments(entry));
    }
}
