//! Stores of results, of which one keeps its promises.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use toolc_runtime::testing::{block_on, check_result_store};
use toolc_runtime::{KeptResult, MOST_BYTES, MOST_RESULTS, ResultStore, StoreError};

/// The promise that is broken, if one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    KeepsAll,
    KeepsAllBytes,
    CountsAllWorkers,
    FindsWhatIsOver,
    FindsAnything,
    LosesPrincipals,
    LosesOthers,
}

#[derive(Clone)]
struct Results(Fault, Arc<Mutex<Vec<KeptResult>>>);

impl ResultStore for Results {
    async fn keep(&self, result: &KeptResult) -> Result<(), StoreError> {
        let mut held = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        let mut result = result.clone();
        if self.0 == Fault::LosesPrincipals {
            result = KeptResult::of(result, None, None);
        }
        if self.0 == Fault::LosesOthers {
            held.clear();
        }
        held.push(result.clone());
        let counts =
            |kept: &KeptResult| self.0 == Fault::CountsAllWorkers || kept.worker == result.worker;
        let (mut number, mut bytes) = (0, 0);
        let mut stays = Vec::new();
        for kept in held.iter().rev() {
            if counts(kept) {
                (number, bytes) = (number + 1, bytes + kept.output.len());
            }
            let is_over = number > MOST_RESULTS && self.0 != Fault::KeepsAll;
            let is_large = bytes > MOST_BYTES && self.0 != Fault::KeepsAllBytes;
            stays.push(!counts(kept) || !(is_over || is_large));
        }
        let mut stays = stays.into_iter().rev();
        held.retain(|_| stays.next().unwrap_or_default());
        Ok(())
    }

    async fn find(&self, id: &str) -> Result<Option<KeptResult>, StoreError> {
        let held = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match self.0 {
            Fault::FindsAnything => held.last(),
            _ => held.iter().find(|kept| kept.id == id),
        };
        let now = SystemTime::now();
        let found = found.filter(|kept| self.0 == Fault::FindsWhatIsOver || kept.until > now);
        Ok(found.cloned())
    }
}

#[test]
fn a_faulty_store_of_results_fails_the_cases_of_its_fault() {
    let rows: &[(Fault, &[&str])] = &[
        (Fault::None, &[]),
        (Fault::KeepsAll, &["the_oldest_results_make_room"]),
        (Fault::KeepsAllBytes, &["bytes_are_limited"]),
        (Fault::CountsAllWorkers, &["the_oldest_results_make_room"]),
        (Fault::FindsWhatIsOver, &["what_is_over_is_not_found"]),
        (Fault::LosesPrincipals, &["a_kept_result_comes_back"]),
        (
            Fault::LosesOthers,
            &[
                "the_oldest_results_make_room",
                "bytes_are_limited",
                "results_are_kept_at_once",
            ],
        ),
        (
            Fault::FindsAnything,
            &[
                "an_unknown_result_is_not_found",
                "what_is_over_is_not_found",
                "the_oldest_results_make_room",
                "bytes_are_limited",
            ],
        ),
    ];
    for (fault, expected) in rows {
        let earlier = KeptResult::new(
            "0".to_owned(),
            "w".to_owned(),
            "t".to_owned(),
            SystemTime::now() + Duration::from_secs(600),
            "[]",
        );
        let store = Results(*fault, Arc::new(Mutex::new(vec![earlier])));
        let report = block_on(check_result_store(|| async { Ok(store.clone()) }));
        let failed: Vec<_> = report.failed().collect();
        assert_eq!(failed, *expected, "{fault:?}\n{report}");
    }
}
