//! Every text of a catalog, other than schemas, that is shown to a model, an approver or a terminal.

use toolc_base::source::Span;
use toolc_model::model::Tool;
use toolc_model::model::declared::Declared;
use toolc_model::model::engine::{Credential, Engine, EngineKind, MockEngine, Reach, Recording};
use toolc_model::model::http::{Content, Form, Operation, Origin, Scheme};
use toolc_model::model::policy::Worker;
use toolc_model::model::rule::Rule;
use toolc_model::model::toolset::{Settings, ShellRule};

/// One text.
pub(super) struct Text<'c> {
    /// What it is, as worded in a message.
    pub what: String,
    pub value: Value<'c>,
    /// Its place, if known more precisely than that of its owner.
    pub span: Option<Span>,
    /// Whether models read it, too.
    pub is_for_models: bool,
}

impl<'c> Text<'c> {
    fn at(self, span: Option<Span>) -> Self {
        Text { span, ..self }
    }

    pub fn for_people(self) -> Self {
        Text {
            is_for_models: false,
            ..self
        }
    }
}

/// A text, by its encoding.
pub(super) enum Value<'c> {
    /// Plain text.
    Plain(&'c str),
    /// JSON text.
    Json(&'c str),
}

impl Value<'_> {
    pub fn text(&self) -> &str {
        match self {
            Value::Plain(text) | Value::Json(text) => text,
        }
    }
}

fn plain<'c>(what: &str, text: &'c str) -> Text<'c> {
    Text {
        what: what.to_owned(),
        value: Value::Plain(text),
        span: None,
        is_for_models: true,
    }
}

fn json<'c>(what: &str, text: &'c str) -> Text<'c> {
    Text {
        what: what.to_owned(),
        value: Value::Json(text),
        span: None,
        is_for_models: true,
    }
}

/// The texts of a tool.
pub(super) fn of_tool(tool: &Tool) -> Vec<Text<'_>> {
    let mut texts = vec![
        plain("namespace", &tool.namespace),
        plain("name", &tool.name),
        plain("description", &tool.description).at(tool.described),
    ];
    texts.extend(tool.title.iter().map(|title| plain("title", title)));
    for error in &tool.errors {
        let what = format!("message of the error `{}`", error.code.value);
        texts.push(plain(&what, &error.message).at(Some(error.code.span)));
        let what = format!("guidance of the error `{}`", error.code.value);
        let guidance = error.guidance.iter();
        texts.extend(guidance.map(|text| plain(&what, text).at(Some(error.code.span))));
    }
    texts.extend(tool.rules.iter().filter_map(|rule| of_rule(rule)));
    texts
}

fn of_rule(rule: &Rule) -> Option<Text<'_>> {
    let reason = rule.reason.as_ref()?;
    Some(plain("reason of a rule", &reason.value).at(Some(reason.span)))
}

/// The description of a configuration or an event in a tool file.
pub(super) fn of_declared(declared: &Declared) -> Text<'_> {
    let what = format!("schema of {}", declared.what.words());
    json(&what, &declared.text).for_people()
}

/// The texts of an operation about its request.
pub(super) fn of_operation(operation: &Operation) -> Vec<Text<'_>> {
    let mut texts = vec![
        plain("method", &operation.method),
        plain("path", &operation.path),
    ];
    for parameter in &operation.parameters {
        texts.push(plain("name of a parameter", &parameter.name));
        texts.extend(match &parameter.value {
            Origin::Argument(name) => Some(plain("name of an argument", name)),
            Origin::Constant(value) => Some(json("constant of a parameter", value)),
            Origin::Hidden => None,
        });
        if let Form::Content(media_type) = &parameter.form {
            texts.push(plain("media type", media_type));
        }
    }
    for server in &operation.servers {
        texts.push(plain("address of a server", &server.url));
        for variable in &server.variables {
            texts.push(plain("name of a server's variable", &variable.name));
            let values = [&variable.default].into_iter().chain(&variable.choices);
            texts.extend(values.map(|value| plain("value of a server's variable", value)));
        }
    }
    for requirement in operation.security.iter().flatten().flatten() {
        texts.push(plain("name of a security scheme", &requirement.name));
        let scopes = requirement.scopes.iter();
        texts.extend(scopes.map(|scope| plain("scope of a security scheme", scope)));
        texts.extend(of_scheme(&requirement.scheme));
    }
    let accepted = operation.accepts.iter();
    texts.extend(accepted.map(|media_type| plain("media type", media_type)));
    texts.extend(of_body(operation));
    texts
}

fn of_scheme(scheme: &Scheme) -> Option<Text<'_>> {
    match scheme {
        Scheme::Bearer | Scheme::Basic | Scheme::Incomplete(_) => None,
        Scheme::ApiKey { name, .. } => Some(plain("name of a key", name)),
        Scheme::ClientCredentials { token_url } => Some(plain("address of tokens", token_url)),
        Scheme::Other(name) => Some(plain("security scheme", name)),
    }
}

fn of_body(operation: &Operation) -> Vec<Text<'_>> {
    let Some(body) = &operation.body else {
        return Vec::new();
    };
    let mut texts = vec![plain("media type", &body.media_type)];
    if let Content::Rest(constants) = &body.content {
        for (name, value) in constants {
            texts.push(plain("name of a constant", name));
            texts.push(json("constant of the body", value));
        }
    }
    let within = body.within.iter();
    texts.extend(within.map(|constant| json("constant of the body", &constant.value)));
    for header in &body.headers {
        texts.push(plain("name of a header", &header.name));
        texts.push(plain("value of a header", &header.value));
    }
    let fields = body.fields.iter();
    texts.extend(fields.map(|field| plain("name of a field", &field.name)));
    texts
}

/// The texts of a worker: what approvers read, and what models read about what it is and which
/// tools it blocks.
pub(super) fn of_worker(worker: &Worker) -> Vec<Text<'_>> {
    let mut texts = vec![plain("name", &worker.name).for_people()];
    let prompt = &worker.prompt;
    let said = [
        ("instruction text", &prompt.instructions),
        ("model", &prompt.model),
    ];
    for (what, text) in said {
        texts.extend(
            text.iter()
                .map(|text| plain(what, &text.value).at(Some(text.span))),
        );
    }
    for blocked in &worker.blocked {
        let what = format!("reason for blocking `{}`", blocked.name);
        texts.push(plain(&what, &blocked.reason).at(blocked.reason_span));
    }
    for ruled in worker
        .grants
        .iter()
        .filter_map(|grant| grant.rules.as_deref())
    {
        texts.extend(ruled.worker.rules.iter().filter_map(|rule| of_rule(rule)));
        let reason = ruled.reason.iter();
        texts.extend(
            reason.map(|reason| plain("`blockReason`", &reason.value).at(Some(reason.span))),
        );
    }
    for settings in &worker.toolsets {
        match settings {
            Settings::Files(files) => texts.extend(files.mounts.iter().map(|mount| {
                plain("target of a mount", &mount.target.value).at(Some(mount.target.span))
            })),
            Settings::Commands(commands) => {
                texts.extend(commands.rules.iter().flat_map(of_command))
            }
        }
    }
    texts
}

fn of_command(rule: &ShellRule) -> impl Iterator<Item = Text<'_>> {
    let pattern = plain("pattern of a rule", &rule.pattern.value).at(Some(rule.pattern.span));
    let reason = rule.reason.iter();
    let reason = reason.map(|text| plain("reason of a rule", &text.value).at(Some(text.span)));
    reason.chain([pattern.for_people()])
}

fn of_faults(settings: &MockEngine) -> impl Iterator<Item = Text<'_>> {
    let faults = settings.faults.iter();
    faults.map(|fault| plain("message of a fault", &fault.message).at(Some(fault.span)))
}

/// The texts in an engine's configuration.
pub(super) fn of_engine(engine: &Engine) -> Vec<Text<'_>> {
    let mut texts = vec![plain("name", &engine.name)];
    let settings = match &engine.kind {
        EngineKind::Http(settings) => settings,
        EngineKind::Mcp(settings) => {
            match settings.reach.as_ref().map(|reach| &reach.value) {
                Some(Reach::Url(url)) => texts.push(plain("address", url)),
                Some(Reach::Command(words)) => {
                    texts.extend(words.iter().map(|word| plain("word of the command", word)));
                }
                None => {}
            }
            texts.extend(settings.hosts.iter().map(|host| plain("host", host)));
            for (name, value) in &settings.given {
                texts.push(plain("name of a variable or header", &name.value));
                texts.push(plain("value of a variable or header", value));
            }
            if let Some(auth) = &settings.auth {
                texts.push(plain("address of tokens", &auth.value.token_url.value));
            }
            return texts;
        }
        EngineKind::Mock(settings) => {
            texts.extend(of_faults(settings));
            return texts;
        }
        EngineKind::Lm(settings) => {
            texts.extend(of_faults(&settings.simulation));
            texts.push(plain("name of a model", &settings.model));
            if let Some(Recording::Record(path) | Recording::Replay(path)) = &settings.recording {
                texts.push(plain("file of recordings", &path.value).at(Some(path.span)));
            }
            &settings.api
        }
    };
    let address = settings.base_url.iter();
    texts.extend(address.map(|url| plain("address", &url.value)));
    texts.extend(settings.hosts.iter().map(|host| plain("host", host)));
    for (name, value) in &settings.variables {
        texts.push(plain("name of a variable", &name.value));
        texts.push(plain("value of a variable", value));
    }
    for (name, credential) in &settings.credentials {
        texts.push(plain("name of a security scheme", &name.value));
        if let Credential::Client {
            token_url: Some(url),
            ..
        } = credential
        {
            texts.push(plain("address of tokens", url));
        }
    }
    texts
}
