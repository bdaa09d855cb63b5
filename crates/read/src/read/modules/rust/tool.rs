//! Turns a name in a whitelist into a tool: a function, or a type that implements `CustomTool`.

use super::Reader;
use super::function::Parts;
use super::items::{Item, Items, Keyword, items_within, parse_item};
use super::names::{Meaning, find_name, plain_name};
use crate::read::fingerprint::fingerprint_schema;
use proc_macro2::{Span, TokenStream, TokenTree};
use std::sync::Arc;
use syn::{Expr, Type};
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::Node;
use toolc_base::source::Spanned;
use toolc_model::draft::{DraftSchema, DraftTool};
use toolc_model::model::ToolName;
use toolc_model::model::approval::Approval;
use toolc_model::model::evolution::Evolution;
use toolc_model::model::execution::Execution;
use toolc_model::model::native::{Native, NativeKind, NativeType, Returns, Wrapped};
use toolc_model::model::words::snake_case;

/// The trait of tools that decide their own approval.
const TRAIT: &str = "CustomTool";

/// What an implementation of the trait defines.
#[derive(Default)]
struct TraitMembers {
    arguments: Option<(NativeType, Node)>,
    output: Option<(Option<NativeType>, Option<Node>)>,
    approval: Option<Spanned<Approval>>,
}

impl<'r> Reader<'r> {
    /// The tool with a name; `None` if there is none, which is reported.
    pub(super) fn tool(
        &mut self,
        namespace: &Spanned<String>,
        written: &ToolName,
    ) -> Option<DraftTool> {
        let name = written.bare();
        let functions = self.items.named(name, &[Keyword::Function]);
        let mut types = self.tool_types(name);
        let mut methods = self.find_methods(name);
        if !functions.is_empty() || !methods.is_empty() {
            types.retain(|item| self.implementation(&item.name).is_some());
        }
        let is_method = functions.is_empty() && types.is_empty() && methods.len() == 1;
        if let Some(method) = methods.pop_if(|_| is_method) {
            let parts = self.method(method)?;
            return Some(self.draft(namespace, name, parts, None));
        }
        let (parts, approval) = match (functions.as_slice(), types.as_slice()) {
            _ if !methods.is_empty() => {
                let places = functions.iter().chain(&types).map(|item| item.span);
                let places = places.chain(methods.iter().map(|method| method.span()));
                let finding = self.occurs_twice(name, places.collect());
                self.fault(finding);
                return None;
            }
            ([function], []) => (self.function(function)?, None),
            ([], [ty]) => self.custom_tool(ty)?,
            ([], []) => {
                let finding = self.not_found(written);
                self.fault(finding);
                return None;
            }
            (functions, types) => {
                let places = functions.iter().chain(types).map(|item| item.span);
                let finding = self.occurs_twice(name, places.collect());
                self.fault(finding);
                return None;
            }
        };
        Some(self.draft(namespace, name, parts, approval))
    }

    /// Structs and enums named like a tool, possibly in the case of types.
    fn tool_types(&self, name: &str) -> Vec<&'r Item> {
        let is_type = |item: &&Item| matches!(item.keyword, Keyword::Struct | Keyword::Enum);
        let items = self.items.iter().filter(is_type);
        items
            .filter(|item| item.name == name || snake_case(&item.name) == name)
            .collect()
    }

    fn occurs_twice(&self, name: &str, places: Vec<Span>) -> Diagnostic {
        let message = format!("`{name}` occurs twice in this file");
        let place = |at: usize| places.get(at).copied().unwrap_or_else(Span::call_site);
        self.finding(Code::UNFIT_FUNCTION, place(1), message)
            .also(self.span(place(0)), "the first")
            .help("remove or rename one of them")
    }

    fn not_found(&self, written: &ToolName) -> Diagnostic {
        let name = written.bare();
        let path = &self.sources.get(self.source).path;
        let names = self.candidates();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let message = format!("the module `{path}` has no function `{name}`");
        let help = match did_you_mean(name, names.iter().copied()) {
            _ if let Some(help) = self.unlisted_method(name) => help.into(),
            Some(help) => help,
            None if names.is_empty() => format!("write `pub fn {name}(args: Args)` there").into(),
            None => format!("it has {}", quote_names(names.iter().take(10))).into(),
        };
        Diagnostic::new(Code::UNFIT_FUNCTION, written.span, message)
            .label("neither a function nor a type that is a tool")
            .help(help)
    }

    fn draft(
        &self,
        namespace: &Spanned<String>,
        name: &str,
        parts: Parts,
        approval: Option<Spanned<Approval>>,
    ) -> DraftTool {
        let span = self.span(parts.span);
        let annotations = parts.annotations.into_iter();
        let annotations = annotations.map(|node| ("annotations".to_owned(), node));
        DraftTool {
            entry: None,
            name: Spanned::new(name.to_owned(), span),
            own_namespace: Some(namespace.clone()),
            file_namespace: None,
            description: parts.description,
            described: parts.described.map(|span| self.span(span)),
            title: parts.title,
            raw_fingerprint: Some(fingerprint_schema(&parts.input)),
            input: DraftSchema::standalone(parts.input),
            output: parts.output.map(DraftSchema::standalone),
            approval,
            timeout: None,
            engine: None,
            rules: Vec::new(),
            execution: Execution::default(),
            effect: Default::default(),
            untrusted: None,
            served: false,
            inject: Vec::new(),
            errors: Vec::new(),
            metadata: annotations.collect(),
            http: None,
            native: Some(Arc::new(parts.native)),
            remote: None,
            refusals: Vec::new(),
            given: Vec::new(),
            constants: Vec::new(),
            injected: Vec::new(),
            overload: false,
            wire_name: None,
            evolution: Evolution::default(),
            foreign: false,
            span,
        }
    }

    /// Reads a type that is itself a tool.
    fn custom_tool(&mut self, item: &'r Item) -> Option<(Parts, Option<Spanned<Approval>>)> {
        let Some((implementation, members)) = self.implementation(&item.name) else {
            let message = format!("the type `{}` is not a tool", item.name);
            let finding = self
                .finding(Code::UNFIT_FUNCTION, item.span, message)
                .label(format!("it does not implement `{TRAIT}`"))
                .help(format!(
                    "write `impl toolc_runtime::{TRAIT} for {} {{ … }}` in this file, or a function",
                    item.name
                ));
            self.fault(finding);
            return None;
        };
        let (attributes, visibility) = match self.head(item) {
            Ok(head) => head,
            Err(error) => {
                self.unreadable(item, &error);
                return None;
            }
        };
        let attributes = self.attributes(&attributes);
        self.check_visible(&visibility, item.span, &item.name);
        let said = self.read_members(&members);
        let Some((arguments, input)) = said.arguments else {
            if !self.has_fault() {
                let message = format!("the tool `{}` does not define its `Args`", item.name);
                let finding = self
                    .finding(Code::UNFIT_FUNCTION, implementation.span, message)
                    .help("write `type Args = …;` in its implementation, a struct of this file");
                self.fault(finding);
            }
            return None;
        };
        let (output, result) = said.output.unwrap_or_default();
        let parts = Parts {
            native: Native {
                path: self.path_of(&item.name),
                kind: NativeKind::Tool,
                arguments: Some(arguments),
                output,
                receiver: None,
                wrapper: None,
                wrapped: Wrapped::Plain,
            },
            input,
            output: result,
            description: attributes.description(),
            described: attributes.described,
            title: None,
            annotations: None,
            span: item.span,
        };
        Some((parts, said.approval))
    }

    /// The attributes and the visibility of a type.
    pub(super) fn head(&self, item: &Item) -> syn::Result<(Vec<syn::Attribute>, syn::Visibility)> {
        match item.keyword {
            Keyword::Enum => {
                parse_item::<syn::ItemEnum>(&item.tokens).map(|found| (found.attrs, found.vis))
            }
            _ => parse_item::<syn::ItemStruct>(&item.tokens).map(|found| (found.attrs, found.vis)),
        }
    }

    /// Whether a type implements `CustomTool`.
    pub(super) fn is_custom_tool(&self, name: &str) -> bool {
        self.implementation(name).is_some()
    }

    /// The implementation of the trait for a type, and its items.
    fn implementation(&self, name: &str) -> Option<(&'r Item, Items)> {
        let items: &'r Items = self.items;
        let implementations = items.iter().filter(|item| item.keyword == Keyword::Impl);
        for item in implementations {
            let Some((header, members)) = items_within(item) else {
                continue;
            };
            if self.is_of(header, name) {
                return Some((item, members));
            }
        }
        None
    }

    /// Whether the header of an impl block is `impl CustomTool for NAME`.
    fn is_of(&self, header: &[TokenTree], name: &str) -> bool {
        let names_it =
            |token: &TokenTree| matches!(token, TokenTree::Ident(word) if plain_name(word) == name);
        if !header.iter().any(names_it) {
            return false;
        }
        let empty: TokenStream = "{}".parse().unwrap_or_default();
        let tokens: Vec<TokenTree> = header.iter().cloned().chain(empty).collect();
        let Ok(found) = parse_item::<syn::ItemImpl>(&tokens) else {
            return false;
        };
        let Some((path, _)) = &found.trait_ else {
            return false;
        };
        let is_trait = match find_name(self.items, &self.imports, self.module, path) {
            Meaning::Other(whole) => whole.rsplit("::").next() == Some(TRAIT),
            _ => false,
        };
        let is_self = matches!(&*found.self_ty, Type::Path(path) if path
            .path
            .segments
            .last()
            .is_some_and(|last| plain_name(&last.ident) == name));
        is_trait && is_self
    }

    fn read_members(&mut self, members: &Items) -> TraitMembers {
        let mut said = TraitMembers::default();
        for member in members.iter() {
            match (member.keyword, member.name.as_str()) {
                (Keyword::Alias, "Args") => {
                    if let Some(ty) = self.member_type(member) {
                        said.arguments = self.arguments(&ty);
                    }
                }
                (Keyword::Alias, "Output") => {
                    if let Some(ty) = self.member_type(member) {
                        said.output = Some(self.result(&ty, Returns::Fallible));
                    }
                }
                (Keyword::Const, "APPROVAL") => said.approval = self.approval(member),
                _ => {}
            }
        }
        said
    }

    fn member_type(&mut self, member: &Item) -> Option<Box<Type>> {
        match parse_item::<syn::ItemType>(&member.tokens) {
            Ok(found) => Some(found.ty),
            Err(error) => {
                self.unreadable(member, &error);
                None
            }
        }
    }

    /// `const APPROVAL: Option<Approval> = Some(Approval::Ask);`
    fn approval(&mut self, member: &Item) -> Option<Spanned<Approval>> {
        let expr = parse_item::<syn::ItemConst>(&member.tokens).ok()?.expr;
        let written = match &*expr {
            Expr::Call(call) => match (&*call.func, call.args.first()) {
                (Expr::Path(some), Some(Expr::Path(value))) if some.path.is_ident("Some") => {
                    value.path.segments.last()
                }
                _ => None,
            },
            Expr::Path(none) if none.path.is_ident("None") => return None,
            _ => None,
        };
        let known = [
            ("PreApproved", Approval::PreApproved),
            ("Ask", Approval::Ask),
            ("Blocked", Approval::Blocked),
        ];
        let found = written.and_then(|last| {
            let value = known.iter().find(|(name, _)| last.ident == name);
            value.map(|(_, value)| Spanned::new(*value, self.span(last.ident.span())))
        });
        if found.is_none() {
            let message = "the approval of a tool must be written out".to_owned();
            let finding = self
                .finding(Code::UNFIT_FUNCTION, member.span, message)
                .label("toolc reads the source and runs none of it")
                .help("write `Some(Approval::Ask)`; what depends on the arguments belongs in `needs_approval`");
            self.fault(finding);
        }
        found
    }
}
