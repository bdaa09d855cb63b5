//! One final answer, asked for at three providers. The responses are recorded; what is sent and read is real.

mod model;
#[cfg(test)]
mod tests;

use model::Model;
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;
use toolc_runtime::{Answer, AnswerFault, Target};
use tools::answers::Triage;

toolc_runtime::include_tools!();

/// How often a model may try again.
const MOST_TURNS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    for target in [Target::OpenAi, Target::Anthropic, Target::Gemini] {
        writeln!(out, "# {}", target.name())?;
        let triage = ask(&mut out, target, "The page is blank since this morning.")?;
        writeln!(out, "{triage:?}\n")?;
    }
    Ok(())
}

/// Asks a model until its answer has the form.
fn ask(out: &mut impl Write, target: Target, question: &str) -> Result<Triage, Box<dyn Error>> {
    let form = Triage::form(target);
    let mut model = Model::of(target);
    let mut request = json!({ "messages": [{ "role": "user", "content": question }] });
    form.add_to(&mut request);
    writeln!(out, "asked for: {}", form.members().as_text())?;
    for _ in 0..MOST_TURNS {
        let response = model.send(&request)?;
        match form.read(&response) {
            Ok(triage) => return Ok(triage),
            Err(fault @ AnswerFault::Invalid(_)) => {
                writeln!(out, "sent back: {fault}")?;
                say_again(&mut request, target, &response, &fault)?;
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    Err("the model did not come to an answer".into())
}

/// Adds the answer, and what is wrong with it, to the next request.
fn say_again(
    request: &mut Value,
    target: Target,
    response: &Value,
    fault: &AnswerFault,
) -> Result<(), Box<dyn Error>> {
    let messages = request["messages"].as_array_mut().ok_or("no messages")?;
    messages.extend(target.message(response)?);
    messages.push(json!({ "role": "user", "content": fault.to_string() }));
    Ok(())
}
