//! The proof of an approval is out of reach, and so is the way to a handler behind it.

use toolc_runtime::approve::Granted;
use toolc_runtime::call::Sealed;

fn main() {}
