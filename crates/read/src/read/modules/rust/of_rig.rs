//! Tools of rig: `impl Tool for Adder { const NAME; type Args; type Output; type Error; … }`.
//!
//! Read by the documentation of rig's trait. The name and the types are its associated items; the description is the
//! literal in `definition`, or else the documentation of the type.

use super::Reader;
use super::attributes::literal_text;
use super::items::{Items, Keyword, parse_item};
use super::names::{Meaning, find_name};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Expr, FnArg, GenericArgument, PathArguments, ReturnType, Signature, Type};

/// The crates that have the trait.
const CRATES: &[&str] = &["rig", "rig_core"];

/// The signature of `call`, before its types are filled in.
const CALL: &str = "async fn call(&self, args: Args) -> Result<Output, Error>";

/// What an implementation of the trait says.
pub(super) struct RigTool {
    pub(super) name: String,
    pub(super) description: Option<String>,
    /// The path of the trait.
    pub(super) of_trait: Vec<String>,
    arguments: Type,
    output: Type,
    error: Type,
}

impl RigTool {
    /// The signature of `call` with the types that the implementation names.
    pub(super) fn sign(self, written: &Signature) -> Option<Signature> {
        let tokens: TokenStream = CALL.parse().ok()?;
        let mut signature: Signature = syn::parse2(tokens).ok()?;
        signature.ident = written.ident.clone();
        if let Some(FnArg::Typed(input)) = signature.inputs.last_mut() {
            *input.ty = self.arguments;
        }
        if let ReturnType::Type(_, ty) = &mut signature.output
            && let Type::Path(path) = &mut **ty
            && let Some(last) = path.path.segments.last_mut()
            && let PathArguments::AngleBracketed(list) = &mut last.arguments
        {
            let types = [self.output, self.error];
            for (argument, ty) in list.args.iter_mut().zip(types) {
                *argument = GenericArgument::Type(ty);
            }
        }
        Some(signature)
    }
}

impl Reader<'_> {
    /// What an implementation says, if it is one of rig's trait with a name that is a literal.
    pub(super) fn read_rig_tool(&self, header: &syn::ItemImpl, members: &Items) -> Option<RigTool> {
        let (path, _) = header.trait_.as_ref()?;
        let Meaning::Other(whole) = find_name(self.items, &self.imports, self.module, path) else {
            return None;
        };
        let of_trait: Vec<String> = whole.split("::").map(str::to_owned).collect();
        let is_of_rig = CRATES.contains(&of_trait.first()?.as_str());
        if !is_of_rig || of_trait.last()? != "Tool" {
            return None;
        }
        let member = |keyword: Keyword, name: &str| {
            let mut members = members.iter();
            members.find(|member| member.keyword == keyword && member.name == name)
        };
        let ty = |name: &str| {
            let found = parse_item::<syn::ItemType>(&member(Keyword::Alias, name)?.tokens);
            found.ok().map(|found| *found.ty)
        };
        let name = parse_item::<syn::ItemConst>(&member(Keyword::Const, "NAME")?.tokens);
        let definition = member(Keyword::Function, "definition");
        let body = definition.and_then(|member| member.body.as_ref());
        Some(RigTool {
            name: literal_text(&name.ok()?.expr)?,
            description: body.and_then(|body| find_description(body.stream())),
            of_trait,
            arguments: ty("Args")?,
            output: ty("Output")?,
            error: ty("Error")?,
        })
    }
}

/// The literal in `ToolDefinition { description: "…".to_string(), … }`.
fn find_description(body: TokenStream) -> Option<String> {
    let mut is_named = false;
    for token in body {
        match token {
            TokenTree::Ident(word) => is_named = word == "ToolDefinition" || word == "Self",
            TokenTree::Group(group) if is_named && group.delimiter() == Delimiter::Brace => {
                return read_description(group.stream());
            }
            _ => is_named = false,
        }
    }
    None
}

fn read_description(fields: TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = fields.into_iter().collect();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    for field in tokens.split(is_comma) {
        let [TokenTree::Ident(name), TokenTree::Punct(colon), value @ ..] = field else {
            continue;
        };
        if name != "description" || colon.as_char() != ':' {
            continue;
        }
        return match parse_item::<Expr>(value).ok()? {
            Expr::MethodCall(call) => literal_text(&call.receiver),
            Expr::Call(call) => call.args.first().and_then(literal_text),
            other => literal_text(&other),
        };
    }
    None
}
