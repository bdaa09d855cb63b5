//! `x-mcp-header`: arguments that MCP clients repeat in request headers, for intermediaries between
//! them and the server. Clients reject tools that break its rules.

use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Node, Value};
use toolc_base::secret;
use toolc_base::source::Span;

/// The keyword.
const KEY: &str = "x-mcp-header";

/// The characters allowed in an HTTP token besides letters and digits.
const MARKS: &str = "!#$%&'*+-.^_`|~";

/// The headers of one tool.
struct Mirrored<'t> {
    tool: &'t str,
    /// The header names so far, in lower case.
    names: Vec<(String, Span)>,
    secrets: Vec<Diagnostic>,
}

/// Checks that a tool mirrors arguments as the protocol allows.
///
/// # Errors
///
/// Returns the first error, because of which the tool is left out. Otherwise the result holds
/// findings about secrets among the mirrored arguments.
pub(super) fn check_mirrored(tool: &str, input: &Node) -> Result<Vec<Diagnostic>, Box<Diagnostic>> {
    let mut mirrored = Mirrored {
        tool,
        names: Vec::new(),
        secrets: Vec::new(),
    };
    mirrored.check(input, "", true)?;
    Ok(mirrored.secrets)
}

impl Mirrored<'_> {
    /// Checks a schema, given its name and whether every argument object leads to its value.
    fn check(
        &mut self,
        schema: &Node,
        name: &str,
        is_reached: bool,
    ) -> Result<(), Box<Diagnostic>> {
        if let Some(header) = schema.get(KEY) {
            if name.is_empty() || !is_reached {
                let reason = "`x-mcp-header` must be at an argument or a property of one, where clients find its value";
                return Err(self.fault(header, reason));
            }
            self.check_header(schema, header, name)?;
        }
        match &schema.value {
            Value::Map(map) => {
                for entry in map.iter() {
                    match entry.key.as_str() {
                        "properties" => {
                            for property in schema.entries("properties") {
                                self.check(&property.value, &property.key, is_reached)?;
                            }
                        }
                        // these contain values, not schemas
                        "default" | "const" | "enum" | "example" | "examples" => {}
                        _ => self.check(&entry.value, "", false)?,
                    }
                }
            }
            Value::List(parts) => {
                for part in parts {
                    self.check(part, "", false)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn check_header(
        &mut self,
        schema: &Node,
        header: &Node,
        name: &str,
    ) -> Result<(), Box<Diagnostic>> {
        let Some(text) = header.as_str() else {
            return Err(self.fault(header, "`x-mcp-header` must be a string"));
        };
        let is_token = |letter: char| letter.is_ascii_alphanumeric() || MARKS.contains(letter);
        if text.is_empty() || !text.chars().all(is_token) {
            let reason =
                "the name in `x-mcp-header` must be a token: letters, digits and `!#$%&'*+-.^_`|~`";
            return Err(self.fault(header, reason));
        }
        if !matches!(
            schema.get_str("type"),
            Some("string" | "integer" | "boolean")
        ) {
            let reason = "an argument with `x-mcp-header` must be of the type `string`, `integer` or `boolean`";
            return Err(self.fault(header, reason));
        }
        let lower = text.to_ascii_lowercase();
        if let Some((_, other)) = self.names.iter().find(|(known, _)| *known == lower) {
            let found = self.fault(
                header,
                "the names in `x-mcp-header` must differ by more than small and capital letters",
            );
            return Err(Box::new((*found).also(*other, "the other one")));
        }
        self.names.push((lower, header.span));
        let is_secret = match schema.get("x-secret").and_then(Node::as_bool) {
            Some(said) => said,
            None => schema.get_str("format") == Some("password") || secret::is_named(name),
        };
        if is_secret {
            let message = format!("`{}` repeats the secret `{name}` in a header", self.tool);
            let found = Diagnostic::new(Code::SECRET_IN_HEADER, header.span, message)
                .label("proxies and logs read headers")
                .help(format!("remove `{KEY}` from this argument"));
            self.secrets.push(found);
        }
        Ok(())
    }

    fn fault(&self, header: &Node, reason: &str) -> Box<Diagnostic> {
        let message = format!("the tool `{}` is left out: {reason}", self.tool);
        let found = Diagnostic::new(Code::UNFIT_HEADER, header.span, message)
            .label("MCP clients drop a tool that has this")
            .help(format!("correct `{KEY}`, or leave it out"));
        Box::new(found)
    }
}
