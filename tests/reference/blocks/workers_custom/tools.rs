//! The module of the block, in Rust: the text has it in TypeScript.
#![expect(non_snake_case, reason = "names as the text has them")]

use serde::Deserialize;

/// Which number is asked for.
#[derive(Deserialize)]
pub struct Position {
    /// Position in sequence.
    pub n: u32,
}

/// Calculate the nth Fibonacci number.
pub fn calculateFibonacci(args: Position) -> u64 {
    (0..args.n).fold((0, 1), |(last, next), _| (next, last + next)).0
}

/// Calculate the factorial of a number.
pub fn calculateFactorial(args: Position) -> u64 {
    (1..=u64::from(args.n)).product()
}
