//! Words that people bring along from other systems.

/// What others write, and the word that has that meaning here. Words that others use in two senses are left out: "never" may mean that
/// nobody is asked, or that nothing may be called.
const WORDS: &[(&str, &str)] = &[
    // approvals
    ("always", "ask"),
    ("confirm", "ask"),
    ("manual", "ask"),
    ("prompt", "ask"),
    ("required", "ask"),
    ("allow", "preApproved"),
    ("allowed", "preApproved"),
    ("approved", "preApproved"),
    ("auto", "preApproved"),
    ("deny", "blocked"),
    ("denied", "blocked"),
    ("forbidden", "blocked"),
    // effects
    ("readonly", "read"),
    ("read_only", "read"),
    ("read-only", "read"),
    ("get", "read"),
    ("head", "read"),
    ("post", "write"),
    ("put", "write"),
    ("patch", "write"),
    ("delete", "destructive"),
    // registry entries and engines
    ("api", "rest"),
    ("openapi", "rest"),
    ("openapi_spec", "rest"),
    ("swagger", "rest"),
    ("json", "file"),
    ("yaml", "file"),
    ("sse", "mcp"),
    ("stdio", "mcp"),
    ("streamable-http", "mcp"),
    ("streamable_http", "mcp"),
    ("openapi", "http"),
    ("rest", "http"),
];

/// What a word of another system is called among the words of a setting, as a sentence. It is not a fix: their word may mean less.
pub fn explain_word<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let names: Vec<&str> = names.collect();
    let is_meant = |(theirs, ours): &&(&str, &str)| *theirs == lower && names.contains(ours);
    let (_, ours) = WORDS.iter().find(is_meant)?;
    Some(format!("`{ours}` is what others call `{word}`"))
}
