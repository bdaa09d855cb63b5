use super::*;
use crate::tools::answers::TriageSeverity;
use toolc_runtime::Unenforced;

#[test]
fn every_provider_is_asked_and_read() -> Result<(), Box<dyn Error>> {
    let mut out = Vec::new();
    let triage = ask(&mut out, Target::OpenAi, "?")?;
    assert_eq!(triage.severity, TriageSeverity::High);
    assert_eq!(triage.owner, None);
    let mended = ask(&mut out, Target::Anthropic, "?")?;
    assert_eq!(mended.summary, "Nobody sees the page.");
    assert_eq!(mended.owner.as_deref(), Some("web"));
    let low = ask(&mut out, Target::Gemini, "?")?;
    assert_eq!(low.severity, TriageSeverity::Low);
    let said = String::from_utf8(out)?;
    let back = "sent back: Invalid answer: /summary: must have at most 80 characters";
    assert!(said.contains(back), "{said}");
    Ok(())
}

#[test]
fn requests_have_the_form_in_their_own_terms() {
    for (target, at) in [
        (Target::OpenAi, "/response_format/json_schema/schema"),
        (Target::OpenAiResponses, "/text/format/schema"),
        (Target::OpenAiNamespaces, "/text/format/schema"),
        (Target::Anthropic, "/output_config/format/schema"),
        (
            Target::Bedrock,
            "/outputConfig/textFormat/structure/jsonSchema/schema",
        ),
        (Target::Gemini, "/generationConfig/responseJsonSchema"),
        (Target::GeminiInteractions, "/response_format/schema"),
        (Target::Mistral, "/response_format/json_schema/schema"),
    ] {
        let form = Triage::form(target);
        assert_eq!(form.unenforced(), None);
        let mut request = json!({ "output_config": { "effort": "low" } });
        form.add_to(&mut request);
        let schema = request.pointer(at).expect(at);
        // the schema is a text for Bedrock
        let parsed = schema
            .as_str()
            .map(|text| serde_json::from_str(text).expect("JSON"));
        let schema: &Value = parsed.as_ref().unwrap_or(schema);
        assert!(schema["properties"]["steps"].is_object(), "{schema}");
        assert_eq!(request["output_config"]["effort"], "low");
    }
    let none = Triage::form(Target::Mcp);
    assert_eq!(none.unenforced(), Some(&Unenforced::NoForm));
    assert_eq!(none.members().as_text(), "{}");
}

#[test]
fn all_violations_are_one_text_for_the_model() {
    let form = Triage::form(Target::Mcp);
    let fault = form.read_text(r#"{"severity":"huge","summary":"","extra":1}"#);
    let fault = fault.expect_err("a fault").to_string();
    assert!(fault.starts_with("Invalid answer: "), "{fault}");
    for part in ["/severity", "/summary", "`steps`", "`extra`"] {
        assert!(fault.contains(part), "{part}: {fault}");
    }
    let root = form.read_text("[]").expect_err("a fault").to_string();
    assert!(
        root.starts_with("Invalid answer: the answer: must be an object"),
        "{root}"
    );
}

#[test]
fn a_fence_around_the_whole_is_not_part_of_the_answer() {
    let text = r#"{"severity":"low","summary":"s","steps":[]}"#;
    for fenced in [
        format!("```json\n{text}\n```"),
        format!("\n```\n{text}\n```\n"),
    ] {
        assert_eq!(Triage::read_text(&fenced), Triage::read_text(text));
    }
    let within = format!("Here it is:\n```json\n{text}\n```");
    assert!(Triage::read_text(&within).is_err());
}

/// The reader of answers is that of arguments, which an independent validator judges in `tests/referee.rs`; here both doors of
/// it give the same.
#[test]
fn text_and_value_are_read_alike() {
    for value in [
        json!({ "severity": "low", "summary": "s", "steps": [] }),
        json!({ "severity": "low", "summary": "s", "steps": ["a", "b", "c", "d"] }),
        json!({ "severity": 1, "summary": null }),
        json!({ "severity": "low", "summary": "s", "steps": [1], "more": {} }),
        json!("low"),
    ] {
        let read = Triage::read_value(&value);
        assert_eq!(read, Triage::read_text(&value.to_string()), "{value}");
    }
}
