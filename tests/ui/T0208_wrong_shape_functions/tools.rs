use serde::Deserialize;
use toolc_runtime::ToolFailure;

#[derive(Deserialize)]
pub struct Payment {
    /// How much, in cents.
    pub cents: u32,
}

/// Charge a card.
pub fn charge(args: Payment) -> Result<u32, ToolFailure> {
    Ok(args.cents)
}

/// The last payment.
pub fn last() -> Result<u32, ToolFailure> {
    Ok(0)
}
