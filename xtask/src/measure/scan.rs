//! The contents of one file: its functions, what it refers to, and the words in it.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Pat, Path, Signature, Token, Type, Visibility};

/// Macros whose contents are the code that toolc emits, not its own code.
const TEMPLATES: &[&str] = &["rust", "quote", "macro_rules"];

#[derive(Default)]
pub struct Scan {
    pub functions: Vec<Function>,
    pub paths: Vec<Reference>,
    /// The names of called methods.
    pub methods: BTreeSet<String>,
    pub bound_closures: usize,
    /// How often an adaptor of iterators is called.
    pub adaptor_calls: usize,
    pub bool_matches: usize,
    /// Identifiers.
    pub words: BTreeSet<String>,
    /// String literals, without those of documentation.
    pub texts: Vec<String>,
    file: usize,
    /// The module being scanned, which may be an inline module of the file.
    module: Vec<String>,
    implemented: Option<Implemented>,
}

/// The `impl` or `trait` block that functions are in.
#[derive(Clone)]
struct Implemented {
    name: String,
    is_of_trait: bool,
}

pub struct Function {
    pub name: String,
    pub file: usize,
    pub line: usize,
    /// From its first to its last line, without documentation and attributes.
    pub lines: usize,
    pub module: Vec<String>,
    /// The type that it belongs to.
    pub owner: Option<String>,
    pub is_method: bool,
    /// Whether it only takes `self` and returns something, and is named after it.
    pub is_accessor: bool,
    /// Whether its name comes from a trait.
    pub is_of_trait: bool,
    /// Whether it can be called from another module at all.
    pub is_visible: bool,
}

impl Function {
    pub fn is_one_word(&self) -> bool {
        !self.name.trim_matches('_').contains('_')
    }

    /// Whether a one-word name says what happens: the constructor `new` or `of`, an accessor, which is named
    /// after what it returns, or a method whose name the standard library uses for the same purpose.
    pub fn is_idiomatic(&self) -> bool {
        let is_constructor = self.owner.is_some() && ["new", "of"].contains(&&*self.name);
        let is_common = self.is_method && STANDARD.contains(&&*self.name);
        is_constructor || self.is_accessor || is_common
    }
}

/// Methods of the standard library's collections, iterators, options, readers and builders.
const STANDARD: &[&str] = &[
    "all", "and", "any", "append", "chain", "contains", "entry", "extend", "field", "find",
    "finish", "get", "insert", "join", "map", "next", "or", "parse", "push", "read", "remove",
    "replace", "send", "take", "write",
];

/// Methods of iterators that return another iterator or consume one.
const ADAPTORS: &[&str] = &[
    "iter",
    "into_iter",
    "iter_mut",
    "map",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "chain",
    "zip",
    "enumerate",
    "skip",
    "take",
    "skip_while",
    "take_while",
    "rev",
    "cloned",
    "copied",
    "peekable",
    "collect",
    "fold",
    "any",
    "all",
    "find",
    "find_map",
    "position",
    "sum",
    "max_by_key",
    "min_by_key",
    "for_each",
    "count",
    "extend",
];

/// A path, as it is written in a module.
pub struct Reference {
    pub module: Vec<String>,
    pub segments: Vec<String>,
}

impl Scan {
    pub fn of(syntax: &syn::File, file: usize, module: &[String]) -> Scan {
        let mut scan = Scan {
            file,
            module: module.to_vec(),
            ..Scan::default()
        };
        scan.visit_file(syntax);
        scan
    }

    fn add_function(&mut self, signature: &Signature, visibility: bool, block: &Block) {
        let (start, end) = (signature.span().start().line, block.span().end().line);
        let implemented = self.implemented.clone();
        self.functions.push(Function {
            name: signature.ident.to_string(),
            file: self.file,
            line: start,
            lines: end - start + 1,
            module: self.module.clone(),
            is_method: signature.receiver().is_some(),
            is_accessor: signature.receiver().is_some()
                && signature.inputs.len() == 1
                && matches!(signature.output, syn::ReturnType::Type(..)),
            is_of_trait: implemented.as_ref().is_some_and(|found| found.is_of_trait),
            owner: implemented.map(|found| found.name),
            is_visible: visibility,
        });
    }

    fn add_tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Ident(word) => drop(self.words.insert(word.to_string())),
                TokenTree::Literal(literal) => self.texts.push(literal.to_string()),
                TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Scan {
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.module.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.module.pop();
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add_function(&function.sig, is_visible(&function.vis), &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let implemented = Implemented {
            name: type_name(&block.self_ty),
            is_of_trait: block.trait_.is_some(),
        };
        let before = self.implemented.replace(implemented);
        visit::visit_item_impl(self, block);
        self.implemented = before;
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add_function(&function.sig, is_visible(&function.vis), &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_item_trait(&mut self, block: &'ast syn::ItemTrait) {
        let implemented = Implemented {
            name: block.ident.to_string(),
            is_of_trait: false,
        };
        let before = self.implemented.replace(implemented);
        visit::visit_item_trait(self, block);
        self.implemented = before;
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add_function(&function.sig, true, block);
        }
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let value = local.init.as_ref().map(|init| &*init.expr);
        if let (Pat::Ident(_), Some(Expr::Closure(_))) = (&local.pat, value) {
            self.bound_closures += 1;
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_match(&mut self, found: &'ast syn::ExprMatch) {
        if found.arms.iter().any(|arm| is_bool(&arm.pat)) {
            self.bool_matches += 1;
        }
        visit::visit_expr_match(self, found);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let method = call.method.to_string();
        self.adaptor_calls += usize::from(ADAPTORS.contains(&&*method));
        self.methods.insert(method);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let mut segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        if let (Some("Self"), Some(implemented)) =
            (segments.first().map(String::as_str), &self.implemented)
        {
            segments[0].clone_from(&implemented.name);
        }
        self.paths.push(Reference {
            module: self.module.clone(),
            segments,
        });
        visit::visit_path(self, path);
    }

    fn visit_ident(&mut self, ident: &'ast proc_macro2::Ident) {
        self.words.insert(ident.to_string());
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.texts.push(literal.value());
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        let name = called
            .path
            .segments
            .last()
            .map(|last| last.ident.to_string());
        self.add_tokens(called.tokens.clone());
        if name.is_some_and(|name| TEMPLATES.contains(&name.as_str())) {
            return;
        }
        // Arguments that are not a list of expressions, as in `matches!`, only contribute words.
        let arguments = called.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for argument in arguments.into_iter().flatten() {
            self.visit_expr(&argument);
        }
    }
}

fn is_visible(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}

/// Whether a pattern is `true` or `false`.
fn is_bool(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Lit(literal) if matches!(literal.lit, syn::Lit::Bool(_)))
}

fn type_name(named: &Type) -> String {
    match named {
        Type::Path(named) => {
            let last = named.path.segments.last();
            last.map_or(String::new(), |last| last.ident.to_string())
        }
        Type::Reference(reference) => type_name(&reference.elem),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> Scan {
        let syntax = syn::parse_file(text).expect("Rust");
        Scan::of(&syntax, 0, &["one".to_owned()])
    }

    #[test]
    fn functions_know_where_they_stand() {
        let found = scan(
            "impl Plan {\n    /// Text.\n    pub fn read_all(&self) -> u8 {\n    1 }\n}\nfn find() {}\n\
             impl Clone for Plan { fn clone(&self) -> Self { Plan } }\n",
        );
        let [read_all, find, clone] = &found.functions[..] else {
            panic!("three functions");
        };
        assert_eq!((read_all.line, read_all.lines), (3, 2));
        assert_eq!(read_all.owner.as_deref(), Some("Plan"));
        assert!(read_all.is_method && read_all.is_visible && !read_all.is_one_word());
        assert!(find.is_one_word() && !find.is_visible && find.owner.is_none());
        assert!(clone.is_of_trait);
        assert!(read_all.is_accessor && !find.is_accessor);
    }

    #[test]
    fn names_of_one_word_that_everybody_knows_are_idiomatic() {
        let found = scan(
            "impl Plan { fn new(a: u8) {} fn name(&self) -> u8 { 1 } fn push(&mut self, a: u8) {} fn tell(&self, a: u8) {} }\n\
             fn new() {}\nfn push(a: u8) {}\n",
        );
        let known: Vec<bool> = found.functions.iter().map(Function::is_idiomatic).collect();
        assert_eq!(known, [true, true, true, false, false, false]);
    }

    #[test]
    fn closures_and_matches_are_counted() {
        let found = scan(
            "fn f(b: bool) {\n let a = |x: u8| x;\n let b2 = [1].iter().map(|x| x);\n\
             match b { true => a(1), false => 2 };\n match (b, b) { _ => 1 };\n}\n",
        );
        assert_eq!((found.bound_closures, found.bool_matches), (1, 1));
    }

    #[test]
    fn words_are_those_of_code_and_of_macros() {
        let found = scan("/// maxLength\nfn f() { g(\"minLength\"); rust!(#max_length) }");
        assert!(found.texts.iter().all(|text| text.contains("minLength")));
        assert!(found.words.contains("max_length"));
        assert!(found.words.contains("g"));
    }

    #[test]
    fn calls_inside_macros_are_seen() {
        let found = scan("fn f() { format!(\"{}\", json::escape(text.trim())) }");
        assert!(found.methods.contains("trim"));
        let paths = found.paths.iter().map(|path| path.segments.join("::"));
        assert!(paths.into_iter().any(|path| path == "json::escape"));
    }
}
