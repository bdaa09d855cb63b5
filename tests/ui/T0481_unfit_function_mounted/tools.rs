pub struct Crm;

impl Crm {
    /// Count the customers.
    pub fn count(&self) -> u32 {
        0
    }
}
