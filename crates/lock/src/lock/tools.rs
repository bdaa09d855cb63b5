//! The settings of tools, as written in the lock: a row for each.

use super::answers::list_answers;
use super::engines::{list_alternatives, show_needed};
use super::old_names::{
    ALIASES, ARGUMENT_ALIASES, write_aliases, write_argument_aliases, write_deprecated,
    write_deprecated_arguments,
};
use super::row::{Change, LockedRow, new_change, new_judged_row, new_row};
use super::rules::{RULES, write_own_rules};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::Node;
use toolc_model::model::execution::Execution;
use toolc_model::model::locked::{list_texts, quote_word, write_number};
use toolc_model::model::token::DEFER;
use toolc_model::model::{Catalog, Tool};
use toolc_schema::schema::formats::Formats;

/// The setting of a tool that names its engine.
pub(crate) const ENGINE: &str = "engine";

/// The setting of a tool whose results are made up.
const SIMULATED: &str = "simulated";

/// The setting of a tool with the address that its engine calls.
pub(crate) const ADDRESS: &str = "address";

/// The setting of a tool with the credentials that it asks its engine for.
const CREDENTIALS: &str = "credentials";

/// Settings of a tool that belong to its engine: they are accepted with it.
#[cfg(feature = "drift")]
pub(crate) const OF_ENGINE: &[&str] = &[ADDRESS, CREDENTIALS, SIMULATED];

/// The setting that marks a final answer, which is listed among the tools.
pub(crate) const ANSWER: &str = "answer";

/// A row for each setting.
pub(crate) const TOOL_SETTINGS: &[LockedRow<Tool>] = &[
    new_row(
        ANSWER,
        new_change(
            Code::OUTPUT_CHANGED,
            Class::OutputBreaking,
            [
                "whether {} is a final answer",
                "whether {} are final answers",
            ],
        ),
        |_, tool| tool.is_answer.then(|| Node::bool(true, tool.span)),
    ),
    new_row("timeout_ms", describe_by_key(Class::Limits), |_, tool| {
        tool.timeout.as_ref().map(write_number)
    }),
    new_row("effect", describe_by_key(Class::Effect), |_, tool| {
        Some(Node::string(tool.effect.stated.words()?, tool.span))
    }),
    new_row(
        "execution",
        describe_by_key(Class::ApprovalChanged),
        |_, tool| {
            let is_limited = tool.execution != Execution::Both;
            is_limited.then(|| Node::string(tool.execution.name(), tool.span))
        },
    ),
    new_judged_row(RULES, write_own_rules),
    // the frame that keeps instructions in results from being obeyed
    new_row(
        "untrusted",
        describe_by_key(Class::Confinement),
        |_, tool| {
            tool.trust_stated
                .then(|| Node::bool(tool.untrusted, tool.span))
        },
    ),
    new_row("output", describe_by_key(Class::OutputPolicy), write_output),
    new_row(
        "answers",
        new_change(
            Code::OUTPUT_CHANGED,
            Class::OutputUndecided,
            ["the schema of the error responses that models read from {}"; 2],
        ),
        |_, tool| {
            tool.refusals.first()?;
            Some(list_texts(list_answers(tool), tool.span))
        },
    ),
    // what that changes is reported with the schemas
    new_row(
        "formats",
        new_change(
            Code::SCHEMA_REWRITTEN,
            Class::Setting,
            [
                "whether {} checks the formats of strings (`formats`)",
                "whether {} check the formats of strings (`formats`)",
            ],
        ),
        |_, tool| {
            let is_unchecked = tool.formats == Formats::Annotate;
            is_unchecked.then(|| Node::string("annotate", tool.span))
        },
    ),
    new_row("inject", describe_by_key(Class::Setting), |_, tool| {
        let names = tool.inject.iter().map(|name| name.value.clone());
        Some(list_texts(names, tool.inject.first()?.span))
    }),
    new_row("constants", describe_by_key(Class::Setting), |_, tool| {
        let words = tool.constants.iter().map(|constant| {
            let name = quote_word(&constant.argument.value);
            format!("{name} = {}", constant.within.value)
        });
        Some(list_texts(words, tool.constants.first()?.argument.span))
    }),
    new_row(
        "filled",
        new_change(
            Code::REQUEST_CHANGED,
            Class::Request,
            [
                "what is filled in where a call of {} leaves it out",
                "what is filled in where calls of {} leave it out",
            ],
        ),
        |_, tool| {
            let filling = tool.filling.as_ref()?;
            Some(list_texts(filling.words(), filling.span))
        },
    ),
    new_judged_row(ALIASES, write_aliases),
    new_judged_row(ARGUMENT_ALIASES, write_argument_aliases),
    new_row(
        "deprecated",
        describe_by_key(Class::Setting),
        write_deprecated,
    ),
    new_row(
        "deprecated_arguments",
        describe_by_key(Class::Setting),
        write_deprecated_arguments,
    ),
    new_row(DEFER, describe_by_key(Class::Setting), |_, tool| {
        // a key of the tool itself is among its metadata
        let is_own = tool.metadata.iter().any(|(key, _)| key == DEFER);
        let is_set = tool.is_deferred() && !is_own;
        is_set.then(|| Node::bool(true, tool.span))
    }),
    new_row(
        ENGINE,
        new_change(
            Code::ENGINE_CHANGED,
            Class::Engine,
            ["the engine that runs {}"; 2],
        ),
        |_, tool| Some(Node::string(tool.engine.clone()?, tool.span)),
    ),
    // a result that is made up looks like any other
    new_row(
        SIMULATED,
        new_change(
            Code::ENGINE_CHANGED,
            Class::Request,
            [
                "what makes the results of {} up",
                "what makes the results of {} up",
            ],
        ),
        |catalog, tool| {
            let call = catalog.simulating_engine(tool)?;
            Some(Node::string(call.type_name(), tool.span))
        },
    ),
    new_row(
        ADDRESS,
        new_change(
            Code::ENGINE_CHANGED,
            Class::Host,
            ["the address that {} calls", "the address that {} call"],
        ),
        write_address,
    ),
    new_row(
        CREDENTIALS,
        new_change(
            Code::ENGINE_CHANGED,
            Class::Credentials,
            [
                "the credentials that {} asks for",
                "the credentials that {} ask for",
            ],
        ),
        write_credentials,
    ),
];

/// What a change of a setting means that has no words for it: its key is named.
pub(crate) const fn describe_by_key(class: Class) -> Change {
    new_change(
        Code::ANNOTATIONS_CHANGED,
        class,
        ["the setting `{key}` of {}"; 2],
    )
}

/// Whether models are shown the output schema, if that is not as usual.
fn write_output(_: &Catalog, tool: &Tool) -> Option<Node> {
    let is_of_others = tool.http.is_some() || tool.remote.is_some();
    let is_unusual = tool.output_text.is_some() && tool.shows_output == is_of_others;
    let word = if tool.shows_output { "show" } else { "hide" };
    is_unusual.then(|| Node::string(word, tool.span))
}

/// An address set for the engine applies to all its tools, and is written there.
fn write_address(catalog: &Catalog, tool: &Tool) -> Option<Node> {
    let call = catalog.http_engine(tool)?;
    if call.settings.base_url.is_some() {
        return None;
    }
    let address = call.address()?;
    Some(Node::string(address.value, address.span))
}

/// Of several alternatives, the first with available credentials is used, so their order counts.
fn write_credentials(catalog: &Catalog, tool: &Tool) -> Option<Node> {
    let call = catalog.http_engine(tool)?;
    let words = list_alternatives(&call, show_needed).into_iter();
    let nodes = words.map(|words| Node::string(words, tool.span));
    Some(Node::list(nodes.collect(), tool.span))
}
