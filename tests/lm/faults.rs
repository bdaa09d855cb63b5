//! Endpoints that fail, refuse, and answer something else than they were asked.

use super::model_endpoint::{Act, Endpoint, say};
use super::{Folder, KEY, Told, code, find, make, messages, run};
use std::fs;
use std::time::{Duration, Instant};

/// An answer that is right.
const RIGHT: &str = r#"{"id":1}"#;

fn right() -> Act {
    Act::Say(say(RIGHT).to_string())
}

/// Each fault: what the endpoint does, the code of the call, and how many requests there are.
fn faults() -> Vec<(&'static str, Vec<Act>, &'static str, usize)> {
    let say_all = |texts: &[&str]| -> Vec<Act> {
        let texts = texts.iter();
        texts.map(|text| Act::Say((*text).to_owned())).collect()
    };
    let answer_all = |texts: &[&str]| -> Vec<Act> {
        let texts = texts.iter();
        texts.map(|text| Act::Say(say(text).to_string())).collect()
    };
    let large = format!("{{\"choices\":\"{}\"}}", "x".repeat(70_000));
    vec![
        (
            "slow",
            vec![Act::Slow(Duration::from_secs(3))],
            "HTTP_TIMEOUT",
            1,
        ),
        ("cut", vec![Act::Cut], "HTTP_CONNECTION", 1),
        ("down", vec![Act::Refuse(500, "", "down")], "HTTP_500", 1),
        ("busy", vec![Act::Refuse(429, "", "")], "HTTP_429", 1),
        (
            "patience",
            vec![Act::Refuse(429, "retry-after: 3600\r\n", "")],
            "HTTP_429",
            1,
        ),
        (
            "refused",
            vec![Act::Refuse(401, "", "no key")],
            "HTTP_401",
            1,
        ),
        (
            "moved",
            vec![Act::Refuse(307, "location: http://127.0.0.1:9/v2\r\n", "")],
            "HTTP_REDIRECT",
            1,
        ),
        ("large", say_all(&[&large]), "HTTP_TOO_LARGE", 1),
        (
            "garbled",
            say_all(&["\u{0}{\"choices\": [}"]),
            "HTTP_UNREADABLE",
            1,
        ),
        // three answers that cannot be used, which are answers all the same
        (
            "empty",
            say_all(&[r#"{"choices":[]}"#; 3]),
            "SIMULATED_ERROR",
            3,
        ),
        (
            "silent",
            say_all(&["{}", "[]", "null"]),
            "SIMULATED_ERROR",
            3,
        ),
        (
            "wrong",
            answer_all(&[r#"{"id":"x"}"#, "[1]", "junk"]),
            "SIMULATED_ERROR",
            3,
        ),
    ]
}

#[test]
fn faults_leave_nothing_half_written_and_nothing_is_asked_twice() {
    for (name, acts, wanted, requests) in faults() {
        run(async {
            let folder = Folder::new(&format!("lm_{name}"));
            let endpoint = Endpoint::start(acts);
            let file = folder.0.join("answers.jsonl");
            let told = Told::default();
            let timeout = if name == "slow" { "1s" } else { "20s" };
            let settings = format!(
                "base_url: \"{}\", timeout: {timeout}, max_response: 64KB, record: {}",
                endpoint.url,
                file.display()
            );
            let worker = make(&folder, &settings).observer(told.clone());
            let failed = find(&worker, "lamp").await;
            assert_eq!(code(&failed), wanted, "{name}: {failed:?}");
            let message = failed.to_llm_message();
            let is_of_endpoint =
                message.contains("the tool is simulated, and its model gave no answer");
            assert_eq!(is_of_endpoint, requests == 1, "{name}: {message}");
            assert_eq!(endpoint.take_requests().len(), requests, "{name}");
            assert!(!told.take().is_empty(), "{name}");
            let text = fs::read_to_string(&file).unwrap_or_default();
            assert_eq!(
                text.lines().count(),
                usize::from(requests == 3),
                "{name}: {text}"
            );
            assert!(text.is_empty() || text.ends_with('\n'), "{name}: {text}");
            // an answer that was no use is an answer, and what was no answer is asked again
            let endpoint_works = Endpoint::start([right()]);
            let settings = settings.replace(&endpoint.url, &endpoint_works.url);
            let again = find(&make(&folder, &settings), "lamp").await;
            let asked = endpoint_works.take_requests().len();
            match requests {
                3 => assert_eq!((code(&again).as_str(), asked), (wanted, 0), "{name}"),
                _ => assert_eq!(
                    (again.to_llm_message().as_str(), asked),
                    (RIGHT, 1),
                    "{name}"
                ),
            }
            // and then it is there without a network
            let replay = format!("replay: {}", file.display());
            let replayed = find(&make(&folder, &replay), "lamp").await;
            assert_eq!(replayed.to_llm_message(), again.to_llm_message(), "{name}");
        });
    }
}

#[test]
fn a_key_is_in_no_failure() {
    run(async {
        let folder = Folder::new("lm_key");
        let echo = Act::Refuse(403, "", "Bearer t0p-secret-key-of-the-test is no key");
        let endpoint = Endpoint::start([echo]);
        let told = Told::default();
        let settings = format!(
            "base_url: \"{}\", auth: {{ bearer_env: LM_TEST_KEY }}",
            endpoint.url
        );
        let client = super::client(&endpoint);
        let worker = make(&folder, &settings)
            .client(client)
            .observer(told.clone());
        let failed = find(&worker, "lamp").await;
        assert_eq!(code(&failed), "HTTP_403");
        assert_eq!(
            endpoint.take_requests()[0].authorization,
            format!("Bearer {KEY}")
        );
        let told = told.take();
        assert!(told.contains("is no key") && !told.contains(KEY), "{told}");
        assert!(!format!("{failed:?}").contains(KEY));
    });
}

#[test]
fn an_answer_that_cannot_be_used_is_asked_again_with_the_reason() {
    run(async {
        let folder = Folder::new("lm_again");
        let wait = Act::Refuse(429, "retry-after: 1\r\n", "");
        let wrong = Act::Say(say(r#"{"name":"lamp"}"#).to_string());
        let endpoint = Endpoint::start([wait, wrong, right()]);
        let began = Instant::now();
        let worker = make(&folder, &format!("base_url: \"{}\"", endpoint.url));
        assert_eq!(find(&worker, "lamp").await.to_llm_message(), RIGHT);
        assert!(
            began.elapsed() >= Duration::from_secs(1),
            "it waits as long as it is asked to"
        );
        let requests = endpoint.take_requests();
        assert_eq!(requests.len(), 3);
        let said = messages(&requests[2].body);
        let roles: Vec<&str> = said.iter().map(|(role, _)| role.as_str()).collect();
        assert_eq!(roles, ["system", "user", "assistant", "user"]);
        assert_eq!(said[2].1, r#"{"name":"lamp"}"#);
        assert!(
            said[3].1.contains("`id`") || said[3].1.contains("id"),
            "{}",
            said[3].1
        );
    });
}

#[test]
fn all_that_is_asked_for_a_call_is_within_its_time() {
    run(async {
        let folder = Folder::new("lm_time");
        let slow = Act::Slow(Duration::from_secs(2));
        let endpoint = Endpoint::start(vec![slow; 5]);
        let settings = format!("base_url: \"{}\", timeout: 3s, retries: 5", endpoint.url);
        let began = Instant::now();
        let late = find(&make(&folder, &settings), "lamp").await;
        assert_eq!(code(&late), "HTTP_TIMEOUT", "{late:?}");
        assert!(began.elapsed() < Duration::from_secs(8));
        assert_eq!(endpoint.take_requests().len(), 2);
    });
}
