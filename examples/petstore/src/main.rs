//! A worker over an API: the operations come from its OpenAPI document, toolc's engine sends the requests,
//! and nothing is handwritten except the approver. `PETSTORE_URL` names a shop; without it, one is started on
//! this machine.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the results are what the program is for"
)]

mod shop;
#[cfg(test)]
mod tests;

toolc_runtime::include_tools!();

use std::process::ExitCode;
use toolc_runtime::http::{Client, CredentialRequest, Credentials, Secret};
use toolc_runtime::{ApprovalRequest, Context, Decision, Interactive, ToolCall, Worker};

/// Calls that a model might make.
const CALLS: &[(&str, &str)] = &[
    ("petstore__listPets", r#"{"tags":["dog","cat"],"limit":10}"#),
    ("petstore__getPetById", r#"{"petId":"p-1"}"#),
    ("petstore__getPetById", r#"{"petId":"../shop"}"#),
    ("petstore__getPetById", r#"{"petId":"p-99"}"#),
    ("petstore__addPet", r#"{"name":"Bo","tags":["parrot"]}"#),
    ("petstore__addPet", r#"{"name":"Rex"}"#),
    ("petstore__updatePet", r#"{"petId":"p-3","status":"sold"}"#),
    ("petstore__deletePet", r#"{"petId":"p-1"}"#),
    ("petstore__sellShop", "{}"),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> std::io::Result<()> {
    let client = match std::env::var("PETSTORE_URL") {
        Ok(url) => Client::builder().base_url("petstore", url).build(),
        Err(_) => own_shop()?,
    };
    let clerk = clerk(client);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    for (number, (tool, arguments)) in CALLS.iter().enumerate() {
        println!("> {tool} {arguments}");
        let call = ToolCall::new("call_1", *tool, *arguments);
        let context = Context::new("counter").with_value("X-Request-Id", format!("r-{number}"));
        let result = runtime.block_on(clerk.call(&context, call));
        println!("{}\n", result.to_llm_message());
    }
    Ok(())
}

/// A client for a shop on this machine.
fn own_shop() -> std::io::Result<Client> {
    let address = shop::open()?;
    let client = Client::builder()
        .base_url("petstore", format!("http://{address}/v1"))
        .credentials(Key(Some(shop::TOKEN)))
        .build();
    Ok(client)
}

/// For a program that gets its credentials from a vault; without a key, they come from the environment.
struct Key(Option<&'static str>);

impl Credentials for Key {
    async fn find(&self, _: &CredentialRequest<'_>) -> Result<Secret, String> {
        let token = self.0.ok_or("the vault is empty")?;
        Ok(Secret::Token(token.to_owned()))
    }
}

/// The worker. There is no handler to write, and an approver decides about calls that need approval.
fn clerk(client: Client) -> Worker<()> {
    tools::clerk::worker(())
        .client(client)
        .approver(Interactive::new(decide))
}

/// Stands in for a dialog: pets may be added, but existing ones are left alone.
async fn decide(request: ApprovalRequest) -> Decision {
    match request.tool {
        "petstore::addPet" => Decision::approve(),
        _ => Decision::deny("the shop is closed"),
    }
}
