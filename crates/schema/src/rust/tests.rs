//! Formatting of everything that emitters write, and literals for arbitrary text in specs.

use super::{
    Bytes, Escaped, Ident, Page, Rust, Text, doc_line, rust, write_line, write_snippet, write_tuple,
};

#[track_caller]
fn assert_printed(item: impl Rust, expected: &str) {
    let page: Page = [item].into_iter().collect();
    assert_eq!(page.as_str(), expected);
}

#[test]
fn types_have_a_field_a_line() {
    assert_printed(
        rust! {
            /// What "it" is.
            #[derive(Debug, Clone)]
            pub struct A<'a> {
                /// One.
                pub b: Option<Vec<&'a str>>,
                pub c: ::std::collections::BTreeMap<String, rt::Json>
            }
        },
        "/// What \"it\" is.\n#[derive(Debug, Clone)]\npub struct A<'a> {\n    /// One.\n    pub b: Option<Vec<&'a str>>,\n    pub c: ::std::collections::BTreeMap<String, rt::Json>,\n}\n",
    );
    assert_printed(
        rust!(
            pub struct A {}
        ),
        "pub struct A {}\n",
    );
}

#[test]
fn a_tuple_of_one_keeps_its_comma() {
    let tuple = |names: &'static [&'static str]| write_tuple(names.iter().map(|name| Ident(name)));
    assert_eq!(write_line(tuple(&["A"])), "(A,)");
    assert_eq!(write_line(tuple(&["A", "B"])), "(A, B)");
    assert_eq!(
        write_line(write_tuple([tuple(&["A"])].into_iter())),
        "((A,),)"
    );
    let held = tuple(&["A"]);
    assert_printed(
        rust!(
            pub struct S { pub a: Option<#held>, pub b: Box<#held> }
        ),
        "pub struct S {\n    pub a: Option<(A,)>,\n    pub b: Box<(A,)>,\n}\n",
    );
    const LONG: &str = "a_name_that_takes_up_more_than_half_of_a_line_on_its_own";
    let long = write_tuple([rust!(f(#(Ident(LONG)), #(Ident(LONG))))].into_iter());
    assert_printed(
        rust!(
            type A = #long;
        ),
        &format!("type A = (\n    f(\n        {LONG},\n        {LONG},\n    ),\n);\n"),
    );
}

#[test]
fn functions_stand_apart() {
    assert_printed(
        rust! {
            impl<'a> rt::Part<'a> for A<'a> {
                fn empty() -> Self { Self { b: None, c: <B as rt::Part>::empty() } }
                fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {
                    *self = match index { 0 => Self::A(-1), _ => Self::B };
                    self
                }
            }
        },
        "impl<'a> rt::Part<'a> for A<'a> {\n    fn empty() -> Self {\n        Self { b: None, c: <B as rt::Part>::empty() }\n    }\n\n    fn slot(&mut self, index: usize) -> &mut dyn rt::Slot<'a> {\n        *self = match index {\n            0 => Self::A(-1),\n            _ => Self::B,\n        };\n        self\n    }\n}\n",
    );
}

#[test]
fn long_tables_are_broken_where_they_must_be() {
    assert_printed(
        rust!(
            static A: [rt::ToolEntry; 2] = [*<a::B as rt::Tool>::ENTRY, *<c::D as rt::Tool>::ENTRY];
        ),
        "static A: [rt::ToolEntry; 2] = [*<a::B as rt::Tool>::ENTRY, *<c::D as rt::Tool>::ENTRY];\n",
    );
    let name = "a name that takes up a good part of a line on its own";
    assert_printed(
        rust!(
            static A: rt::Schema = rt::Schema::Object(&rt::Object {
                fields: &[rt::Field { name: #(Text(name)), required: true }],
                ..rt::Object::ANY
            });
        ),
        &format!(
            "static A: rt::Schema = rt::Schema::Object(&rt::Object {{\n    fields: &[\n        rt::Field {{ name: \"{name}\", required: true }},\n    ],\n    ..rt::Object::ANY\n}});\n"
        ),
    );
}

#[test]
fn chains_and_bounds_have_a_link_a_line() {
    let long = "a".repeat(60);
    let text = long.as_str();
    assert_printed(
        rust!(
            fn write(&self, out: &mut String) {
                rt::object(out).field(#(Text(text)), &self.a).optional("b", &self.b).end()
            }
        ),
        &format!(
            "fn write(&self, out: &mut String) {{\n    rt::object(out)\n        .field(\"{long}\", &self.a)\n        .optional(\"b\", &self.b)\n        .end()\n}}\n"
        ),
    );
    assert_printed(
        rust!(
            pub fn worker<H>(handlers: H) -> rt::Worker<H>
            where
                H: Send + 'static,
                H: rt::Handle<super::a::B>,
            {
                rt::Worker::new(handlers)
            }
        ),
        "pub fn worker<H>(handlers: H) -> rt::Worker<H>\nwhere\n    H: Send + 'static,\n    H: rt::Handle<super::a::B>,\n{\n    rt::Worker::new(handlers)\n}\n",
    );
}

#[test]
fn items_have_a_blank_line_between() {
    let names = ["A", "B"].map(Ident);
    let page: Page = names
        .map(|name| rust!(pub struct #name;))
        .into_iter()
        .collect();
    let mut twice = Page::default();
    twice.append(&page);
    twice.append(&page);
    let lines = "pub struct A;\n\npub struct B;\n";
    assert_eq!(twice.as_str(), format!("{lines}\n{lines}"));
}

#[test]
fn a_text_is_a_literal_whatever_is_in_it() {
    for (text, literal) in [
        ("plain", r#""plain""#),
        ("", r#""""#),
        (r#"{"a":1}"#, r###"r#"{"a":1}"#"###),
        (r##""#"##, r###"r##""#"##"###),
        (r"\d", r##"r#"\d"#"##),
        ("\"\n", r#""\"\n""#),
        ("it's é", r#""it's é""#),
        ("\u{202e}\u{fe0f}", r#""\u{202e}\u{fe0f}""#),
        ("\0a\x001", r#""\0a\x001""#),
    ] {
        assert_eq!(write_line(Text(text)), literal);
        let read: syn::LitStr = syn::parse_str(literal).expect("a literal");
        assert_eq!(read.value(), text);
    }
    for (hashes, is_raw) in [(254, true), (255, false), (100_000, false)] {
        let text = format!("\"{}", "#".repeat(hashes));
        let literal = write_line(Text(&text));
        assert_eq!(literal.starts_with('r'), is_raw, "{hashes}");
        let read: syn::LitStr = syn::parse_str(&literal).expect("a literal");
        assert_eq!(read.value(), text);
    }
    assert_eq!(write_line(Escaped(r"\d")), r#""\\d""#);
    let bytes = b"\0\x001'\"\\\n\xff ~";
    let literal = write_line(Bytes(bytes));
    assert_eq!(literal, r#"b"\0\x001'\"\\\n\xFF ~""#);
    let read: syn::LitByteStr = syn::parse_str(&literal).expect("a literal");
    assert_eq!(read.value(), bytes);
}

#[test]
fn documentation_shows_what_it_can() {
    let lines = ["It's \"é\".", "", "\u{202e}"];
    assert_printed(
        write_snippet(move |out| {
            lines.iter().for_each(|line| doc_line(out, line));
            rust!(
                pub struct A;
            )
            .put(out);
        }),
        "/// It's \"é\".\n///\n#[doc = \" \\u{202e}\"]\npub struct A;\n",
    );
}

#[test]
fn holes_are_filled_in_their_order() {
    let (name, none) = (Ident("a"), None::<u8>);
    let pairs = [("b", 1.5), ("c", -2.0)];
    let code = rust!(#name::X { #(for (key, value) in pairs => #(Ident(key)): #value,) #none });
    assert_eq!(write_line(code), "a::X { b: 1.5, c: -2.0 }");
}

#[cfg(feature = "cli")]
#[test]
fn outside_of_modules_the_runtime_has_its_name() {
    let part = Ident("rt");
    let code = rust!(Vec<rt::Json, #part::rt_part::A>);
    assert_eq!(
        crate::rust::write_line_outside(code),
        "Vec<toolc_runtime::Json, rt::rt_part::A>"
    );
}
