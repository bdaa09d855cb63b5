//! Whether the values that workers give to toolsets match their declarations. Environment values
//! are checked at program start.

use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node, Value, escape_pointer};
use toolc_base::source::Span;
use toolc_model::model::Catalog;
use toolc_model::model::configured::{Configured, Mount, Part, Place, points_at};
use toolc_model::model::declared::{Declaration, Declared};
use toolc_model::model::policy::Worker;
use toolc_runtime::variables::is_variable_name;
use toolc_runtime::{Violation, validate};
use toolc_schema::schema::tables::{Tables, nesting_depth};

/// Keywords about the presence of keys, which no environment value can affect.
const OF_KEYS: &[&str] = &["required", "additionalProperties", "dependentRequired"];

/// Reports every value that the declaration refuses, and every secret that is written out in a
/// file.
pub(super) fn check_configs(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut tables = Tables::new(&catalog.shapes);
    for worker in &catalog.workers {
        for mount in &worker.mounts {
            let Some((declared, config)) =
                catalog.config(&mount.namespace).zip(mount.config.as_ref())
            else {
                continue;
            };
            let table = tables.table(declared.shape, nesting_depth(&config.text));
            let site = Site {
                worker,
                mount,
                declared,
                config,
            };
            if let Err(violations) = validate(table, &config.text) {
                let told = violations.iter().filter(|found| !site.is_open(found));
                told.for_each(|found| diagnostics.push(site.refused(found)));
            }
            let places = config.places.iter();
            places.for_each(|place| site.check_place(diagnostics, place));
            site.check_secrets(diagnostics, &config.written, "");
        }
    }
    check_readers(diagnostics, catalog);
}

/// Reports configurations without effect: those of a namespace in which no tool is run by a
/// handler.
fn check_readers(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for declared in &catalog.declared {
        let of_namespace = |namespace: &str| namespace == declared.namespace;
        let mut tools = catalog.tools.iter();
        let is_read = tools.any(|tool| of_namespace(&tool.namespace) && !catalog.has_engine(tool));
        let is_left_out = catalog
            .skipped
            .iter()
            .any(|skipped| skipped.namespace.as_deref().is_some_and(of_namespace));
        if is_read || is_left_out {
            continue;
        }
        let message = format!(
            "{} of the namespace `{}` has no effect: no handler of the program runs its tools",
            declared.what.words(),
            declared.namespace
        );
        let help = match declared.what {
            Declaration::Config => "remove it",
            Declaration::Event { .. } => "remove it: handlers alone emit events",
        };
        diagnostics
            .push(Diagnostic::new(Code::UNFIT_DECLARATION, declared.span, message).help(help));
    }
}

/// A configuration in its worker.
struct Site<'c> {
    worker: &'c Worker,
    mount: &'c Mount,
    declared: &'c Declared,
    config: &'c Configured,
}

impl Site<'_> {
    /// Whether the violation may depend on a value from the environment.
    fn is_open(&self, found: &Violation) -> bool {
        let mut places = self.config.places.iter();
        places.any(|place| {
            let below = place.pointer.strip_prefix(found.pointer.as_str());
            match below {
                Some("") => true,
                Some(below) => below.starts_with('/') && !OF_KEYS.contains(&found.keyword),
                None => false,
            }
        })
    }

    fn refused(&self, found: &Violation) -> Diagnostic {
        let subject = self.subject();
        let is_of_key = OF_KEYS.contains(&found.keyword);
        let message = match (found.pointer.get(1..).unwrap_or(""), is_of_key) {
            ("", true) => format!("{subject}: {}", found.message),
            ("", false) => format!("{subject} {}", found.message),
            (key, true) => format!("{subject}, in `{key}`: {}", found.message),
            (key, false) => format!("{subject}: `{key}` {}", found.message),
        };
        let help = match (found.keyword, self.worker.span) {
            ("required", None) => "write a worker file, which gives it a value",
            ("required", Some(_)) => {
                "give it a value under `config` of the toolset, or an environment variable: `${NAME}`"
            }
            ("additionalProperties", _) => "remove the key, or declare it in the tool file",
            _ => "write a value that the declaration allows",
        };
        Diagnostic::new(Code::REFUSED_CONFIG, self.place(found), message)
            .also(self.declared.span, "declared here")
            .help(help)
    }

    fn subject(&self) -> String {
        let (namespace, worker) = (&self.mount.namespace, &self.worker.name);
        format!("the config of `{namespace}` for worker `{worker}`")
    }

    /// The place of the value at a pointer, or of the key that may not be there. For something that
    /// is not written, the place of the nearest enclosing value.
    fn place(&self, found: &Violation) -> Span {
        let (mut node, mut place) = (&self.config.written, self.config.place);
        for step in found.pointer.split('/').skip(1) {
            let below = match &node.value {
                Value::Map(map) => map
                    .iter()
                    .find(|entry| escape_pointer(&entry.key) == step)
                    .map(|entry| (&entry.value, entry.key_span)),
                Value::List(items) => step
                    .parse()
                    .ok()
                    .and_then(|index: usize| items.get(index))
                    .map(|item| (item, item.span)),
                _ => None,
            };
            let Some((below, key)) = below else {
                return place;
            };
            node = below;
            place = match OF_KEYS.contains(&found.keyword) {
                true => key,
                false => below.span,
            };
        }
        let keys = node.as_map().into_iter().flat_map(Map::iter);
        let mut keys = keys.filter(|_| found.keyword == "additionalProperties");
        let named = keys.find(|entry| found.message.contains(&format!("`{}`", entry.key)));
        named.map_or(place, |entry| entry.key_span)
    }

    /// Checks that variables have valid names, and that text is mixed with variables only where a
    /// string is allowed.
    fn check_place(&self, diagnostics: &mut Diagnostics, place: &Place) {
        let variables = place.parts.iter().filter_map(|part| match part {
            Part::Variable(name) => Some(name),
            Part::Text(_) => None,
        });
        for name in variables.filter(|name| !is_variable_name(name)) {
            let message = format!("`${{{name}}}` does not name an environment variable");
            diagnostics.push(
                Diagnostic::new(Code::ILLEGAL_VARIABLE, place.span, message)
                    .label("resolved when the program starts")
                    .help("write letters, digits and `_`, as in `${NOTES_TOKEN}`; `$${` is a literal `${`"),
            );
        }
        if place.parts.len() > 1 && !place.is_text {
            let key = &place.pointer[1..];
            let message = format!(
                "{}: `{key}` is not a string, so it cannot be put together from parts",
                self.subject()
            );
            diagnostics.push(
                Diagnostic::new(Code::REFUSED_CONFIG, place.span, message)
                    .also(self.declared.span, "declared here")
                    .help("write one variable alone: `${NAME}`"),
            );
        }
    }

    /// Reports secrets that do not come from the environment.
    fn check_secrets(&self, diagnostics: &mut Diagnostics, node: &Node, pointer: &str) {
        let is_place = || {
            self.config
                .places
                .iter()
                .any(|place| place.pointer == pointer)
        };
        let mut secrets = self.declared.secrets.iter();
        if secrets.any(|secret| points_at(secret, pointer)) {
            let is_told = |found: &Diagnostic| {
                found.code == Code::WRITTEN_SECRET && found.span() == Some(node.span)
            };
            let is_written = !is_place() && !matches!(node.value, Value::Null);
            if is_written && !diagnostics.iter().any(is_told) {
                diagnostics.push(self.written_secret(node, pointer));
            }
            return;
        }
        match &node.value {
            Value::Map(map) => {
                for entry in map.iter() {
                    let below = format!("{pointer}/{}", escape_pointer(&entry.key));
                    self.check_secrets(diagnostics, &entry.value, &below);
                }
            }
            Value::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.check_secrets(diagnostics, item, &format!("{pointer}/{index}"));
                }
            }
            _ => {}
        }
    }

    fn written_secret(&self, node: &Node, pointer: &str) -> Diagnostic {
        let message = format!(
            "the file contains a secret: the toolset `{}` declares `{}` as one",
            self.mount.namespace,
            pointer.get(1..).unwrap_or("")
        );
        let mut found = Diagnostic::new(Code::WRITTEN_SECRET, node.span, message)
            .label("not shown here")
            .also(self.declared.span, "declared here")
            .help(
                "revoke it, and write the environment variable that holds the new one: `${NAME}`",
            );
        found.secrets.push(node.span);
        found
    }
}
