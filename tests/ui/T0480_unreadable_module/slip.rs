/// Adds.
pub fn add(of: u32 and: u32) -> u32 {
    1
}
