use toolc_runtime::ToolFailure;

/// Draw a card.
pub fn draw() -> u32 {
    1
}

/// Shuffle the cards.
pub fn shuffle() -> Result<(), String> {
    Err("no cards".to_owned())
}

/// Deal the cards.
pub fn deal() -> Result<(), ToolFailure> {
    Ok(())
}
