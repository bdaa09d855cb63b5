/// Adds.
pub fn add() -> u32 {
    1
}
