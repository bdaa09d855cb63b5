//! Valid values become values of the type, values that the type rejects become violations, and results are
//! written with its `Display`.

use own_types::Money;
use own_types::tools::orders::{RefundArgs, RefundOutput};
use toolc_runtime::{Args, Output};
use uuid::Uuid;

const ORDER: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";

fn text(amount: &str) -> String {
    format!(r#"{{"order": "{ORDER}", "amount": "{amount}"}}"#)
}

#[test]
fn arguments_are_values_of_the_types() {
    let args = RefundArgs::from_json(&text("12.50 EUR")).expect("valid");
    assert_eq!(*args.order, Uuid::parse_str(ORDER).expect("a uuid"));
    assert_eq!(args.amount.hundredths, 1250);
    let amount: Money = args.amount.into_inner();
    assert_eq!(amount.currency, "EUR");
}

#[test]
fn the_schema_speaks_first_and_then_the_type() {
    let refused = |amount: &str| {
        let violations = RefundArgs::from_json(&text(amount)).expect_err("violations");
        let found = violations
            .iter()
            .map(|found| (found.pointer.clone(), found.keyword));
        found.collect::<Vec<_>>()
    };
    assert_eq!(refused("a lot"), [("/amount".to_owned(), "pattern")]);
    let too_much = "99999999999999999999 EUR";
    assert_eq!(refused(too_much), [("/amount".to_owned(), "x-rust-type")]);
}

#[test]
fn results_are_written_as_they_are_shown() {
    let output = RefundOutput {
        order: Uuid::nil().into(),
        rest: "0.05 EUR".parse::<Money>().expect("an amount").into(),
    };
    let expected = r#"{"order":"00000000-0000-0000-0000-000000000000","rest":"0.05 EUR"}"#;
    assert_eq!(output.to_json(), expected);
}
