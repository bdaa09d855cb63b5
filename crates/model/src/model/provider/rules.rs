//! Noun: the rules of targets, from the files in `rules/`, which are read when the first rule is asked for.

use std::sync::LazyLock;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::Node;
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources};
use toolc_schema::data::leak_word;

/// The evidence for a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It is documented.
    Documented,
    /// The official library enforces it.
    Sdk,
    /// Responses of the service show it.
    Observed,
    /// Sources contradict each other.
    Disputed,
}

/// What happens when a rule is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The whole request is refused.
    Refused,
    /// The part that breaks the rule has no effect there.
    Ignored,
    /// Definitions are rewritten so that they comply.
    Rewritten,
}

/// Which characters a name may have, and how many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// The maximum length in characters.
    pub longest: usize,
    /// Characters, and ranges of characters.
    pub letters: &'static str,
    /// The allowed first characters, if they differ.
    pub first: Option<&'static str>,
}

/// What keeps a schema from being compiled to a grammar, beyond single keywords.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// A pattern with lookaround or back-references.
    LookAround,
    /// A `oneOf` whose alternatives are not known to be exclusive.
    VagueChoice,
    /// Patterns of property names, two of which may match the same name.
    CrossingNames,
    /// Properties are counted, and some of them may be absent.
    CountedOptions,
    /// No arguments satisfy the schema.
    NoCall,
}

const OBSTACLES: &[(&str, Obstacle)] = &[
    ("look-around", Obstacle::LookAround),
    ("vague-choice", Obstacle::VagueChoice),
    ("crossing-names", Obstacle::CrossingNames),
    ("counted-options", Obstacle::CountedOptions),
    ("no-call", Obstacle::NoCall),
];

/// How a rule is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// Not at all: what toolc writes always complies.
    None,
    /// The wire names of tools.
    Name(Names),
    /// The names of arguments.
    Argument(Names),
    /// Keywords at the root of an input schema.
    RootWithout(Vec<&'static str>),
    /// Keywords anywhere.
    Without(Vec<&'static str>),
    /// Obstacles to compiling a schema to a grammar that are not keywords.
    Grammar(Obstacle),
    /// The accepted values of `format` for strings; others break the rule.
    Formats(Vec<&'static str>),
    /// No schema may refer to itself.
    Acyclic,
    /// The maximum depth of a schema.
    Depth(usize),
    /// The maximum number of properties in a schema.
    Properties(usize),
    /// The maximum number of values of all `enum` in a schema.
    EnumValues(usize),
    /// The maximum total length of an `enum` of more than 250 strings, in characters.
    EnumText(usize),
    /// The maximum total length of all names and values in a schema, in characters.
    Text(usize),
    /// Annotations must have all hints.
    AllHints,
    /// The maximum number of tools in a list.
    Tools(usize),
    /// The maximum number of strict tools in a list.
    StrictTools(usize),
    /// The maximum number of properties of strict tools that may be absent.
    Optional(usize),
    /// The maximum number of schemas with alternatives in strict tools.
    Unions(usize),
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The names of the targets that it applies to.
    pub targets: Vec<&'static str>,
    /// What it requires.
    pub says: &'static str,
    /// How it is checked.
    pub check: Check,
    /// What happens when it is broken.
    pub effect: Effect,
    /// The evidence for it.
    pub status: Status,
    /// The source of the rule.
    pub source: &'static str,
    /// The date on which the source was checked.
    pub checked: &'static str,
}

const FILES: &[(&str, &str)] = &[
    ("openai.yaml", include_str!("../../../rules/openai.yaml")),
    (
        "anthropic.yaml",
        include_str!("../../../rules/anthropic.yaml"),
    ),
    ("gemini.yaml", include_str!("../../../rules/gemini.yaml")),
    ("mistral.yaml", include_str!("../../../rules/mistral.yaml")),
    ("mcp.yaml", include_str!("../../../rules/mcp.yaml")),
    ("engines.yaml", include_str!("../../../rules/engines.yaml")),
];

/// All rules, in the order of the files.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    // a test reads the files and their findings
    let mut unread = Diagnostics::silent();
    let blocks = FILES
        .iter()
        .flat_map(|file| read_blocks(&mut unread, *file));
    blocks.filter_map(|block| read_rule(&block)).collect()
});

/// The blocks of a file.
fn read_blocks(diagnostics: &mut Diagnostics, (name, text): (&str, &str)) -> Vec<Node> {
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: format!("rules/{name}"),
        text: text.into(),
        role: Role::Found,
    });
    let file = parse_source(diagnostics, &sources, id);
    file.as_ref()
        .and_then(Node::as_list)
        .unwrap_or_default()
        .to_vec()
}

/// `None` for a block that is not a rule; a test checks that there is none. The texts live as long as the rules: always.
fn read_rule(block: &Node) -> Option<Rule> {
    let value = |key: &str| block.get(key).and_then(Node::as_str).map(leak_word);
    let targets = block.get("targets").and_then(Node::as_list)?.iter();
    Some(Rule {
        targets: targets.filter_map(Node::as_str).map(leak_word).collect(),
        says: value("says")?,
        check: match value("check") {
            None => Check::None,
            Some(check) => read_check(check)?,
        },
        effect: match value("effect")? {
            "refused" => Effect::Refused,
            "ignored" => Effect::Ignored,
            "rewritten" => Effect::Rewritten,
            _ => return None,
        },
        status: match value("status")? {
            "documented" => Status::Documented,
            "sdk" => Status::Sdk,
            "observed" => Status::Observed,
            "disputed" => Status::Disputed,
            _ => return None,
        },
        source: value("source")?,
        checked: value("checked")?,
    })
}

fn read_check(text: &'static str) -> Option<Check> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let words: Vec<&'static str> = words.collect();
    let number = || words.first()?.parse::<usize>().ok();
    Some(match name {
        "name" => Check::Name(read_names(&words)?),
        "argument" => Check::Argument(read_names(&words)?),
        "root-without" => Check::RootWithout(words),
        "without" => Check::Without(words),
        "grammar" => Check::Grammar(read_obstacle(words.first()?)?),
        "formats" => Check::Formats(words),
        "acyclic" => Check::Acyclic,
        "all-hints" => Check::AllHints,
        "depth" => Check::Depth(number()?),
        "properties" => Check::Properties(number()?),
        "enum-values" => Check::EnumValues(number()?),
        "enum-text" => Check::EnumText(number()?),
        "text" => Check::Text(number()?),
        "tools" => Check::Tools(number()?),
        "strict-tools" => Check::StrictTools(number()?),
        "optional" => Check::Optional(number()?),
        "unions" => Check::Unions(number()?),
        _ => return None,
    })
}

fn read_obstacle(word: &str) -> Option<Obstacle> {
    let found = OBSTACLES.iter().find(|(name, _)| *name == word);
    found.map(|(_, obstacle)| *obstacle)
}

fn read_names(words: &[&'static str]) -> Option<Names> {
    Some(Names {
        longest: words.first()?.parse().ok()?,
        letters: words.get(1)?,
        first: words.get(2).copied(),
    })
}

impl Names {
    /// Why a name is not allowed, if it is not.
    pub fn fault(&self, name: &str) -> Option<String> {
        let count = name.chars().count();
        if count > self.longest {
            return Some(format!("has {count} letters, more than {}", self.longest));
        }
        if let Some(letter) = name.chars().find(|letter| !is_among(*letter, self.letters)) {
            return Some(format!("has the character `{letter}`"));
        }
        let first = name.chars().next();
        match (first, self.first) {
            (None, _) => Some("is empty".to_owned()),
            (Some(letter), Some(firsts)) if !is_among(letter, firsts) => {
                Some(format!("begins with `{letter}`"))
            }
            _ => None,
        }
    }
}

/// Whether a character is in a set, which may contain ranges: `a-z_-`.
fn is_among(letter: char, letters: &str) -> bool {
    let letters: Vec<char> = letters.chars().collect();
    let mut at = 0;
    while let Some(first) = letters.get(at) {
        match letters.get(at + 1..at + 3) {
            Some(['-', last]) => {
                if (*first..=*last).contains(&letter) {
                    return true;
                }
                at += 3;
            }
            _ => {
                if *first == letter {
                    return true;
                }
                at += 1;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_a_rule() {
        let mut diagnostics = Diagnostics::default();
        for file in FILES {
            for block in read_blocks(&mut diagnostics, *file) {
                assert!(read_rule(&block).is_some(), "{block:?}");
            }
        }
        assert!(diagnostics.into_sorted().is_empty());
        assert!(RULES.len() > 40);
    }

    #[test]
    fn the_page_about_exports_has_every_rule() {
        let page = include_str!("../../../../../docs/exports.md");
        let table = page
            .lines()
            .skip_while(|line| !line.starts_with("| targets | rule |"));
        let shown = table.skip(2).take_while(|line| line.starts_with('|'));
        assert_eq!(shown.count(), RULES.len());
        for rule in RULES.iter() {
            let row = format!(
                "| {} | {} | {} | {} | {} | {} |",
                rule.targets.join(", "),
                rule.says,
                format!("{:?}", rule.effect).to_lowercase(),
                format!("{:?}", rule.status).to_lowercase(),
                rule.source,
                rule.checked
            );
            assert!(page.contains(&row), "docs/exports.md lacks\n{row}");
        }
    }

    #[test]
    fn names_have_letters_and_a_length() {
        let names = Names {
            longest: 4,
            letters: "a-z0-9_.-",
            first: Some("a-z_"),
        };
        for (name, fault) in [
            ("a-b", None),
            ("_.9", None),
            ("", Some("is empty")),
            ("9a", Some("begins with `9`")),
            ("a[]", Some("has the character `[`")),
            ("abcde", Some("has 5 letters, more than 4")),
        ] {
            assert_eq!(names.fault(name).as_deref(), fault, "{name}");
        }
    }
}
