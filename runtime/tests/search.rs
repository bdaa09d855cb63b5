//! Tools that are found by words, through the index that `specs/` lists.

use toolc_generated as tools;
use toolc_runtime::Worker;
use toolc_runtime::search::{SearchIndex, SearchWord, SearchedTool};
use toolc_runtime::testing::Mocks;

fn find(worker: &Worker<Mocks>, text: &str, k: usize) -> Vec<&'static str> {
    let found = worker.search(text, k).expect("an index");
    assert!(found.is_sorted_by(|one, other| one.score >= other.score));
    assert!(found.iter().all(|tool| tool.score > 0.0));
    found.into_iter().map(|tool| tool.qualified).collect()
}

#[test]
fn a_worker_finds_its_tools_by_words() {
    let worker = tools::support::worker(Mocks::new());
    assert_eq!(
        find(
            &worker,
            "what will the weather be tomorrow? a forecast, please",
            1
        ),
        ["weather_api::get_forecast"]
    );
    assert_eq!(
        find(&worker, "searchTickets", 1),
        ["tickets::search-tickets"]
    );
    assert_eq!(
        find(&worker, "TICKET", 9).len(),
        find(&worker, "tickets", 9).len()
    );
    assert!(find(&worker, "tickets weather notes", 2).len() == 2);
    assert!(find(&worker, "tickets", 0).is_empty());
    assert!(find(&worker, "quantum chromodynamics", 5).is_empty());
    assert!(find(&worker, "", 5).is_empty());
    assert!(find(&worker, "…!? \u{0} \u{1F980}", 5).is_empty());
}

#[test]
fn only_tools_that_a_model_can_call_are_found() {
    let worker = tools::support::worker(Mocks::new());
    // words of tools of other workers
    for text in [
        "payments refund send",
        "journal entry write",
        "pets photo store",
        "tickets",
    ] {
        for tool in worker.search(text, 50).expect("an index") {
            assert!(
                worker
                    .tools()
                    .any(|entry| entry.wire_name == tool.wire_name),
                "{}",
                tool.qualified
            );
        }
    }
    assert!(!find(&worker, "send a payment", 50).contains(&"payments::send_payment"));
    let clerk = tools::clerk::worker(Mocks::new());
    assert_eq!(
        find(&clerk, "send a payment", 1),
        ["payments::send_payment"]
    );
    let found = worker.search("ticket", 1).expect("an index");
    assert!(
        worker
            .tools()
            .any(|entry| entry.wire_name == found[0].wire_name)
    );
}

#[test]
fn scores_are_sums_and_ties_keep_the_order() {
    static INDEX: SearchIndex = SearchIndex {
        tools: &[
            SearchedTool {
                wire_name: "a",
                qualified: "n::a",
            },
            SearchedTool {
                wire_name: "b",
                qualified: "n::b",
            },
            SearchedTool {
                wire_name: "c",
                qualified: "n::c",
            },
        ],
        words: &[
            SearchWord {
                word: "blue",
                postings: &[(0, 1_000), (1, 1_000), (2, 500)],
            },
            SearchWord {
                word: "car",
                postings: &[(2, 1_500)],
            },
        ],
    };
    let found = |text: &str| -> Vec<(&str, f64)> {
        let found = INDEX.search(text, 3);
        found
            .into_iter()
            .map(|tool| (tool.qualified, tool.score))
            .collect()
    };
    assert_eq!(found("blue"), [("n::a", 1.0), ("n::b", 1.0), ("n::c", 0.5)]);
    assert_eq!(
        found("blue cars, blue cars")[0],
        ("n::c", 2.0),
        "each word counts once"
    );
}
