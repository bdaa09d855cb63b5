//! Methods as tools: those of a type's own `impl` blocks, of rmcp's routers, and of rig's trait.

use super::Reader;
use super::attributes::Attributes;
use super::function::{Parts, is_shared};
use super::items::{Item, Items, Keyword, items_within, parse_item};
use super::names::{Meaning, find_name, plain_name};
use super::of_rig::RigTool;
use super::of_rmcp::ToolAttribute;
use proc_macro2::{Span, TokenStream, TokenTree};
use std::rc::Rc;
use syn::{Type, Visibility};
use toolc_base::diagnostic::Code;
use toolc_model::model::native::{Receiver, is_name};
use toolc_model::model::words::snake_case;

/// A block with methods.
struct Block {
    header: Rc<syn::ItemImpl>,
    members: Items,
}

/// A method that may be a tool.
pub(super) struct Method {
    header: Rc<syn::ItemImpl>,
    function: syn::ImplItemFn,
    said: ToolAttribute,
    /// What rig's trait says of it.
    of_rig: Option<RigTool>,
}

impl Method {
    pub(super) fn span(&self) -> Span {
        self.function.sig.ident.span()
    }

    /// The name of the tool.
    fn name(&self) -> String {
        let said = self.of_rig.as_ref().map(|tool| tool.name.clone());
        let said = said.or_else(|| self.said.name.clone());
        said.unwrap_or_else(|| plain_name(&self.function.sig.ident))
    }
}

impl<'r> Reader<'r> {
    /// The methods that are a tool of this name.
    pub(super) fn find_methods(&self, name: &str) -> Vec<Method> {
        let mut found = self.list_methods();
        found.retain(|method| method.name() == name);
        found
    }

    /// Every method that could be listed as a tool.
    fn list_methods(&self) -> Vec<Method> {
        let mut found = Vec::new();
        for block in self.list_blocks() {
            let mut of_rig = self.read_rig_tool(&block.header, &block.members);
            if block.header.trait_.is_some() && of_rig.is_none() {
                continue;
            }
            let members = block.members.iter();
            for member in members.filter(|member| member.keyword == Keyword::Function) {
                if block.header.trait_.is_some() && member.name != "call" {
                    continue;
                }
                let Ok(function) = parse_item::<syn::ImplItemFn>(&member.tokens) else {
                    continue;
                };
                found.push(Method {
                    header: Rc::clone(&block.header),
                    said: ToolAttribute::of(&function.attrs),
                    of_rig: of_rig.take(),
                    function,
                });
            }
        }
        found
    }

    fn list_blocks(&self) -> Vec<Block> {
        let items: &'r Items = self.items;
        let blocks = items.iter().filter(|item| item.keyword == Keyword::Impl);
        blocks.filter_map(read_block).collect()
    }

    /// Reads a method; `None` if it cannot be a tool, which is reported.
    pub(super) fn method(&mut self, mut method: Method) -> Option<Parts> {
        let signature = &method.function.sig;
        let attributes = self.attributes(&method.function.attrs);
        let owner = self.owner(&method)?;
        if method.of_rig.is_none() {
            self.check_visible(
                &method.function.vis,
                method.span(),
                &plain_name(&signature.ident),
            );
        }
        for unfit in &method.said.faults {
            self.unfit(unfit.clone());
        }
        let mut path = owner.path.clone();
        let name = plain_name(&signature.ident);
        path.push(if is_name(&name) {
            name
        } else {
            format!("r#{name}")
        });
        let is_of_rig = method.of_rig.is_some();
        let mut of_rig = method.of_rig.take();
        let in_rig = of_rig.as_mut().and_then(|tool| tool.description.take());
        let of_trait = of_rig.and_then(|tool| tool.sign(signature));
        let signature = of_trait.as_ref().unwrap_or(signature);
        let mut parts = self.callable(signature, path, Some(owner))?;
        let said = in_rig.or_else(|| method.said.description.clone());
        parts.description = said.unwrap_or_else(|| attributes.description());
        parts.described = attributes.described;
        parts.title = method.said.title.clone();
        let at = super::nodes::At(self.span(method.span()));
        parts.annotations = method.said.annotations(at);
        if parts.description.is_empty() && is_of_rig {
            let documented = self.document_of(&method.header.self_ty);
            parts.description = documented;
        }
        Some(parts)
    }

    /// The documentation of a type of the file.
    fn document_of(&self, ty: &Type) -> String {
        let Type::Path(path) = ty else {
            return String::new();
        };
        match find_name(self.items, &self.imports, self.module, &path.path) {
            Meaning::Own(item) => {
                let head = self.head(item);
                let head = head.map(|(attributes, _)| Attributes::of(&attributes));
                head.map_or_else(|_| String::new(), |found| found.description())
            }
            _ => String::new(),
        }
    }

    /// The type whose method it is.
    fn owner(&mut self, method: &Method) -> Option<Receiver> {
        let of_trait = method.of_rig.as_ref().map(|tool| tool.of_trait.clone());
        let path = match &*method.header.self_ty {
            Type::Path(path) if method.header.generics.params.is_empty() => {
                find_name(self.items, &self.imports, self.module, &path.path)
            }
            _ => Meaning::Several,
        };
        match path {
            Meaning::Own(item) => {
                if let Ok((_, visibility)) = self.head(item) {
                    self.check_visible(&visibility, item.span, &item.name);
                }
                let path = self.path_of(&item.name);
                Some(Receiver { path, of_trait })
            }
            Meaning::Other(whole) if whole.starts_with("crate::") => {
                let path = whole.split("::").map(str::to_owned).collect();
                Some(Receiver { path, of_trait })
            }
            _ => {
                let name = method.name();
                let message =
                    format!("`{name}` is a method of a type that generated code cannot name");
                let finding = self
                    .finding(Code::UNFIT_FUNCTION, method.span(), message)
                    .label("the type is generic, or neither of this file nor imported from `crate::`")
                    .help("write the methods in the file of their type, and the type without parameters");
                self.fault(finding);
                None
            }
        }
    }

    /// The names that may be listed as tools: what generated code can call.
    pub(super) fn candidates(&self) -> Vec<String> {
        let is_seen = |visibility: &Visibility| !matches!(visibility, Visibility::Inherited);
        let functions = self.items.iter().filter(|item| {
            let found = parse_item::<syn::ItemFn>(&item.tokens);
            item.keyword == Keyword::Function && found.is_ok_and(|found| is_seen(&found.vis))
        });
        let mut names: Vec<String> = functions.map(|item| item.name.clone()).collect();
        let methods = self.list_methods().into_iter();
        let methods = methods.filter(|method| {
            let receiver = method.function.sig.receiver();
            let is_plain = method.header.generics.params.is_empty();
            let is_callable = receiver.is_some_and(is_shared) && is_plain;
            is_callable && (method.of_rig.is_some() || is_seen(&method.function.vis))
        });
        names.extend(methods.map(|method| method.name()));
        let types = self.items.iter().filter(|item| {
            let is_type = matches!(item.keyword, Keyword::Struct | Keyword::Enum);
            is_type && self.is_custom_tool(&item.name)
        });
        names.extend(types.map(|item| snake_case(&item.name)));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// What to say of a method that has this name in Rust, but is not a tool of this name.
    pub(super) fn unlisted_method(&self, name: &str) -> Option<String> {
        for block in self.list_blocks() {
            let Some(member) = block.members.named(name, &[Keyword::Function]).pop() else {
                continue;
            };
            let owner = name_of(&block.header.self_ty)?;
            if let Some((of_trait, _)) = &block.header.trait_ {
                let of_trait = of_trait
                    .segments
                    .last()
                    .map(|last| plain_name(&last.ident))?;
                return Some(format!(
                    "`{name}` is a method of the trait `{of_trait}` for `{owner}`: write a method of `{owner}` \
                     itself, which calls it"
                ));
            }
            let function = parse_item::<syn::ImplItemFn>(&member.tokens).ok()?;
            let said = ToolAttribute::of(&function.attrs).name?;
            return Some(format!(
                "`{name}` is a method of `{owner}`, whose attribute names the tool `{said}`: list that name"
            ));
        }
        None
    }
}

fn name_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            Some(plain_name(&last.ident))
        }
        _ => None,
    }
}

/// `impl Crm { … }`, with its header and its members apart.
fn read_block(item: &Item) -> Option<Block> {
    let (header, members) = items_within(item)?;
    let empty: TokenStream = "{}".parse().unwrap_or_default();
    let tokens: Vec<TokenTree> = header.iter().cloned().chain(empty).collect();
    let header = Rc::new(parse_item::<syn::ItemImpl>(&tokens).ok()?);
    Some(Block { header, members })
}
