//! Methods of a type of one's own, which has the state.

use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use toolc_runtime::{Context, ToolFailure};

/// Everything about customers.
#[derive(Debug, Default)]
pub struct Crm {
    customers: Mutex<Vec<Customer>>,
}

/// A customer.
#[derive(Debug, Clone, Serialize)]
pub struct Customer {
    /// The number.
    pub id: u32,
    /// The name.
    pub name: String,
}

/// What is asked of `find_customer`.
#[derive(Debug, Deserialize)]
pub struct FindCustomer {
    /// A part of the name.
    pub name: String,
    /// How many to return.
    #[serde(default = "ten")]
    pub limit: u32,
}

fn ten() -> u32 {
    10
}

/// What is asked of `add_customer`.
#[derive(Debug, Deserialize)]
pub struct AddCustomer {
    /// The name.
    pub name: String,
}

impl Crm {
    /// Find customers by a part of their name.
    pub async fn find_customer(&self, args: FindCustomer) -> Vec<Customer> {
        let customers = self.customers.lock().map(|all| all.clone());
        let found = customers.unwrap_or_default().into_iter();
        let found = found.filter(|customer| customer.name.contains(&args.name));
        found.take(args.limit as usize).collect()
    }

    /// Add a customer.
    pub fn add_customer(
        &self,
        args: AddCustomer,
        context: &Context,
    ) -> Result<Customer, ToolFailure> {
        if args.name.is_empty() || context.session().is_none() {
            return Err(ToolFailure::user("NO_NAME", "a customer needs a name"));
        }
        let Ok(mut customers) = self.customers.lock() else {
            return Err(ToolFailure::user("BUSY", "try again"));
        };
        let id = customers.len() as u32 + 1;
        let customer = Customer {
            id,
            name: args.name,
        };
        customers.push(customer.clone());
        Ok(customer)
    }
}
