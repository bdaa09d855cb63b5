//! The examples of RFC 9535, and what its grammar rejects.

use super::*;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::{Role, Source, SourceId, Sources, Span};

fn json(text: &str) -> Node {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "a.json".to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    toolc_base::parse::parse_source(&mut Diagnostics::default(), &sources, id).expect("JSON")
}

/// The nodes that a query selects, as JSON.
fn selected(query: &str, document: &str) -> String {
    let root = json(document);
    let query = parse(query, Span::file(SourceId(0))).expect(query);
    let steps = Steps::new(100_000);
    let scope = Scope {
        root: &root,
        steps: &steps,
    };
    let found = query.select(scope, &root);
    for found in &found {
        let node = node_at(&root, &found.place).expect("a place");
        assert!(
            std::ptr::eq(node, found.node),
            "the place leads to the node"
        );
    }
    let texts: Vec<String> = found.iter().map(|found| found.node.to_json()).collect();
    texts.join(" ")
}

fn check(document: &str, cases: &[(&str, &str)]) {
    for (query, expected) in cases {
        assert_eq!(selected(query, document), *expected, "{query}");
    }
}

/// Section 1.5, figure 1.
const STORE: &str = r#"{"store":{"book":[
    {"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95},
    {"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99},
    {"category":"fiction","author":"Herman Melville","title":"Moby Dick","isbn":"0-553-21311-3","price":8.99},
    {"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","isbn":"0-395-19395-8","price":22.99}],
    "bicycle":{"color":"red","price":399}}}"#;

#[test]
fn the_book_store() {
    let authors = r#""Nigel Rees" "Evelyn Waugh" "Herman Melville" "J. R. R. Tolkien""#;
    check(
        STORE,
        &[
            ("$.store.book[*].author", authors),
            ("$..author", authors),
            ("$.store..price", "8.95 12.99 8.99 22.99 399"),
            ("$..book[2].author", r#""Herman Melville""#),
            ("$..book[2].publisher", ""),
            ("$..book[-1].title", r#""The Lord of the Rings""#),
            ("$..book[0,1].price", "8.95 12.99"),
            ("$..book[:2].price", "8.95 12.99"),
            ("$..book[?@.isbn].price", "8.99 22.99"),
            ("$..book[?@.price<10].price", "8.95 8.99"),
            ("$.store['bicycle','bicycle'].color", r#""red" "red""#),
        ],
    );
    assert_eq!(
        parse("$..*", Span::file(SourceId(0)))
            .expect("a query")
            .places(&json(STORE), &Steps::new(1_000))
            .len(),
        27
    );
    let twice = parse("$.store['book','book']", Span::file(SourceId(0))).expect("a query");
    assert_eq!(twice.places(&json(STORE), &Steps::new(1_000)), [[0, 0]]);
}

#[test]
fn names_wildcards_indices_and_slices() {
    check(
        r#"{"o":{"j j":{"k.k":3}},"'":{"@":2}}"#,
        &[
            ("$.o['j j']", r#"{"k.k":3}"#),
            ("$.o['j j']['k.k']", "3"),
            (r#"$.o["j j"]["k.k"]"#, "3"),
            (r#"$["'"]["@"]"#, "2"),
            (r"$['\'']['\u0040']", "2"),
        ],
    );
    check(
        r#"{"o":{"j":1,"k":2},"a":[5,3]}"#,
        &[
            ("$[*]", r#"{"j":1,"k":2} [5,3]"#),
            ("$.o[*]", "1 2"),
            ("$.o[*, *]", "1 2 1 2"),
            ("$.a[*]", "5 3"),
        ],
    );
    check(
        r#"["a","b"]"#,
        &[
            ("$[1]", r#""b""#),
            ("$[-2]", r#""a""#),
            ("$[2]", ""),
            ("$[-3]", ""),
        ],
    );
    check(
        r#"["a","b","c","d","e","f","g"]"#,
        &[
            ("$[1:3]", r#""b" "c""#),
            ("$[5:]", r#""f" "g""#),
            ("$[1:5:2]", r#""b" "d""#),
            ("$[5:1:-2]", r#""f" "d""#),
            ("$[::-1]", r#""g" "f" "e" "d" "c" "b" "a""#),
            ("$[::0]", ""),
            ("$[ 0 : 2 , -1 ]", r#""a" "b" "g""#),
        ],
    );
}

/// Section 2.3.5.3, table 12.
#[test]
fn filters() {
    check(
        r#"{"a":[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}],"o":{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}},"e":"f"}"#,
        &[
            ("$.a[?@.b == 'kilo']", r#"{"b":"kilo"}"#),
            ("$.a[?(@.b == 'kilo')]", r#"{"b":"kilo"}"#),
            ("$.a[?@>3.5]", "5 4 6"),
            ("$.a[?@.b]", r#"{"b":"j"} {"b":"k"} {"b":{}} {"b":"kilo"}"#),
            ("$[?@.*].p", "1"),
            ("$[?@[?@.b]][1]", "5"),
            ("$.o[?@<3, ?@<3]", "1 2 1 2"),
            (r#"$.a[?@<2 || @.b == "k"]"#, r#"1 {"b":"k"}"#),
            ("$.o[?@>1 && @<4]", "2 3"),
            ("$.o[?@.u || @.x]", r#"{"u":6}"#),
            ("$.a[?@.b == $.x]", "3 5 1 2 4 6"),
            ("$.a[?@ == @].b", r#""j" "k" {} "kilo""#),
            ("$.a[?!@.b && !(@ < 4)]", "5 4 6"),
        ],
    );
}

/// Section 2.3.5.3, table 11: comparisons that hold, and some that do not.
#[test]
fn comparisons() {
    let document = r#"{"obj":{"x":"y"},"arr":[2,3]}"#;
    let holds = |comparison: &str| {
        let list = format!(r#"{{"root":[0],"obj":{{"x":"y"}},"arr":[2,3],"text":{document:?}}}"#);
        selected(&format!("$.root[?{comparison}]"), &list) == "0"
    };
    for comparison in [
        "$.absent1 == $.absent2",
        "$.absent1 <= $.absent2",
        "$.absent != 'g'",
        "1 <= 2",
        "'a' <= 'b'",
        "$.obj == $.obj",
        "$.arr == $.arr",
        "$.obj != $.arr",
        "$.obj <= $.obj",
        "1 <= 1",
        "1 == 1.0",
        "10e-1 == 1",
        "true <= true",
        "1 != '1'",
        "null == null",
    ] {
        assert!(holds(comparison), "{comparison}");
    }
    for comparison in [
        "$.absent1 == 'g'",
        "$.absent1 != $.absent2",
        "1 > 2",
        "13 == '13'",
        "$.obj == $.arr",
        "$.obj == 17",
        "$.obj < $.arr",
        "true > true",
        "false < true",
        "null <= false",
    ] {
        assert!(!holds(comparison), "{comparison}");
    }
}

/// Section 2.5.1.3, table 16.
#[test]
fn descendants() {
    check(
        r#"{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}"#,
        &[
            ("$..j", "1 4"),
            ("$..[0]", r#"5 {"j":4}"#),
            ("$..o", r#"{"j":1,"k":2}"#),
            ("$.o..[*, *]", "1 2 1 2"),
            ("$.a..[0, 1]", r#"5 3 {"j":4} {"k":6}"#),
        ],
    );
}

/// Texts that are not queries, and a part of the reason.
#[test]
fn what_is_refused_says_why() {
    for (text, word) in [
        ("", "begin"),
        ("paths", "begin"),
        ("$.", "name"),
        ("$.paths./pets", "brackets"),
        ("$.x-internal.y", "`['x-internal']`"),
        ("$[01]", "index"),
        ("$[-0]", "index"),
        ("$[9007199254740992]", "index"),
        ("$['a", "does not end"),
        (r"$['\x']", "escape"),
        (r"$['\ud800']", "half"),
        ("$[?@.a == ]", "literal"),
        ("$[?@..a == 1]", "one node"),
        ("$[?1]", "comparison"),
        ("$[?length(@.a) == 1]", "`length`"),
        ("$[?(@.a]", "`)`"),
        ("$[]", "selector"),
        ("$ ", "not part"),
        ("$.a b", "not part"),
        ("$[0", "`]`"),
    ] {
        let fault = parse(text, Span::file(SourceId(0))).expect_err(text);
        assert!(fault.reason.contains(word), "{text}: {}", fault.reason);
    }
    let deep = format!("$[?{}@.a{}]", "(".repeat(100), ")".repeat(100));
    assert!(parse(&deep, Span::file(SourceId(0))).is_err());
}
