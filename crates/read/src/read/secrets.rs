//! Secrets in the user's own files. They are reported but never shown: files are committed, and
//! findings are printed where others can read them.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Node, Value};
use toolc_base::secret;
use toolc_base::source::Spanned;

/// Values that `toolc.yaml` gives to arguments. Such an argument may be called `token` without
/// being a secret.
const GIVEN: &[&str] = &["constants", "defaults"];

/// Below these keys, keys are the names of tools, lints and formats, or values are only for
/// display.
const NAMES: &[&str] = &[
    "approval",
    "lints",
    "rust",
    "formats",
    "operations",
    "parameters",
    "input_schema",
    "inputSchema",
    "output_parameters",
    "output_schema",
    "outputSchema",
    "examples",
    "input_examples",
];

/// Keys of `auth` whose values are not secrets.
const OPEN: &[&str] = &["in", "name", "type", "scheme", "scopes", "token_url"];

/// The context of a value.
#[derive(Debug, Clone, Copy, Default)]
struct Around<'n> {
    /// The nearest enclosing key.
    key: &'n str,
    in_auth: bool,
    is_given: bool,
    is_name: bool,
    /// Whether it belongs to an engine, which has `auth`.
    in_engine: bool,
    /// Whether `${NAME}` is replaced with an environment variable.
    has_variables: bool,
}

/// Settings in which `${NAME}` is replaced with an environment variable.
const VARIABLES: &[&str] = &["config", "headers", "env", "stdio", "url"];

/// Reports and hides every secret in a tree.
pub(super) fn find_secrets(diagnostics: &mut Diagnostics, node: &Node) {
    visit(diagnostics, node, Around::default());
}

fn visit(diagnostics: &mut Diagnostics, node: &Node, around: Around<'_>) {
    match &node.value {
        Value::Map(map) => map
            .iter()
            .for_each(|entry| visit(diagnostics, &entry.value, around.below(entry))),
        Value::List(items) => visit_list(diagnostics, items, around),
        Value::String(text) => visit_text(diagnostics, node, text, around),
        Value::Number(text) if around.is_named() => report(diagnostics, node, text, around),
        _ => {}
    }
}

/// `args: [--token, …]`: a secret may follow its name.
fn visit_list(diagnostics: &mut Diagnostics, items: &[Node], around: Around<'_>) {
    let mut option = None;
    for item in items {
        let key = option.take().unwrap_or(around.key);
        visit(diagnostics, item, Around { key, ..around });
        option = item.as_str().filter(|text| text.starts_with('-'));
    }
}

fn visit_text(diagnostics: &mut Diagnostics, node: &Node, text: &str, around: Around<'_>) {
    let is_secret = if around.is_named() {
        secret::is_secret(around.key, text)
    } else {
        secret::has_form(text)
    };
    if is_secret {
        report(diagnostics, node, text, around);
    } else if around.may_hold(text) {
        diagnostics.hide_secret(Spanned::new(text.to_owned(), node.span));
    }
}

/// What people call the ways to authenticate.
const SCHEMES: &[&str] = &[
    "basic", "bearer", "digest", "oauth", "oauth2", "api_key", "apiKey", "none",
];

impl<'n> Around<'n> {
    fn below(self, entry: &'n Entry) -> Self {
        Around {
            key: &entry.key,
            in_auth: self.in_auth || entry.key == "auth" && self.has_settings(),
            is_given: self.is_given || GIVEN.contains(&entry.key.as_str()),
            is_name: self.is_name || NAMES.contains(&entry.key.as_str()),
            in_engine: self.in_engine || entry.key == "engines" && !self.is_name,
            has_variables: self.has_variables
                || VARIABLES.contains(&entry.key.as_str()) && self.has_settings(),
        }
    }

    /// Whether the keys here are settings, rather than names chosen by the user.
    fn has_settings(self) -> bool {
        !self.is_name && !["engines", "toolsets", "overrides"].contains(&self.key)
    }

    /// Whether a string within `auth` may be a credential under an unknown key.
    fn may_hold(self, text: &str) -> bool {
        let is_open = OPEN.contains(&self.key) || self.key.ends_with("_env");
        // the name of a scheme, `auth: bearer`, is not a credential, and messages quote it
        let is_scheme = SCHEMES.contains(&text);
        self.in_auth && !is_open && !is_scheme && secret::is_literal(text)
    }

    fn is_named(self) -> bool {
        let may_be_open = self.is_name || self.is_given && self.key == "token";
        secret::is_named(self.key) && !may_be_open
    }
}

fn report(diagnostics: &mut Diagnostics, node: &Node, text: &str, around: Around<'_>) {
    diagnostics.hide_secret(Spanned::new(text.to_owned(), node.span));
    let message = match around.key {
        "" => "the file contains a secret".to_owned(),
        key => format!("the file contains a secret, under `{key}`"),
    };
    let is_user_info = around.key.ends_with("url") && text.contains("://") && text.contains('@');
    let help = if is_user_info && around.in_engine {
        "take it out of the address, revoke it, and name the environment variables that hold the new one: \
         `auth: { username_env: NAME, password_env: NAME }`"
    } else if around.has_variables && !around.in_auth {
        "revoke it, and write the environment variable that holds the new one: `${NAME}`"
    } else if around.in_auth || around.in_engine {
        "revoke it, and name the environment variable that holds the new one, such as \
         `auth: { bearer_env: API_TOKEN }`"
    } else {
        "revoke it, and remove it from this file"
    };
    diagnostics.push(
        Diagnostic::new(Code::WRITTEN_SECRET, node.span, message)
            .label("not shown here")
            .help(help),
    );
}
