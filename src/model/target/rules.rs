//! Noun: the rules of targets, as the files of `rules/` have them. Those are YAML of the plainest form, a
//! list of blocks with one line for each key.

use std::sync::LazyLock;

/// What a rule rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The documentation says it.
    Documented,
    /// The official library holds to it.
    Sdk,
    /// Answers of the service show it.
    Observed,
    /// Sources contradict each other.
    Disputed,
}

/// What comes of breaking a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The whole request is refused.
    Refused,
    /// What is said has no effect there.
    Ignored,
    /// Definitions are written so that they keep it.
    Rewritten,
}

/// Which letters a name may have, and how many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// How many letters.
    pub longest: usize,
    /// Letters, and ranges of letters.
    pub letters: &'static str,
    /// Those of them that may be first, where that differs.
    pub first: Option<&'static str>,
}

/// What keeps a schema from being compiled to a grammar, where it is no single keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// A pattern that looks at what is beside a match, or back at what it matched.
    LookAround,
    /// `oneOf`, whose alternatives are not told apart.
    VagueChoice,
    /// Patterns of names of which two may match the same one.
    CrossingNames,
    /// Members are counted, of which some may be absent.
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

/// How a rule is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// It is not: what is written keeps it.
    None,
    /// The wire names of tools.
    Name(Names),
    /// The names of arguments.
    Argument(Names),
    /// Keywords at the root of an input schema.
    RootWithout(Vec<&'static str>),
    /// Keywords anywhere.
    Without(Vec<&'static str>),
    /// What is not a keyword, and keeps a schema from being compiled to a grammar all the same.
    Grammar(Obstacle),
    /// Values of `format` of texts; others break the rule.
    Formats(Vec<&'static str>),
    /// Schemas that refer to themselves.
    Acyclic,
    /// Levels of a schema.
    Depth(usize),
    /// Properties of a schema.
    Properties(usize),
    /// Values of all `enum` of a schema.
    EnumValues(usize),
    /// Letters of an `enum` of more than 250 strings.
    EnumText(usize),
    /// Letters of all names and values of a schema.
    Text(usize),
    /// Annotations have all hints.
    AllHints,
    /// Tools of a list.
    Tools(usize),
    /// Strict tools of a list.
    StrictTools(usize),
    /// Properties of strict tools that may be absent.
    Optional(usize),
    /// Schemas of strict tools with alternatives.
    Unions(usize),
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The names of the targets that have it.
    pub targets: Vec<&'static str>,
    /// What must be so.
    pub says: &'static str,
    /// How it is looked at.
    pub check: Check,
    /// What comes of breaking it.
    pub effect: Effect,
    /// What it rests on.
    pub status: Status,
    /// Who says so.
    pub source: &'static str,
    /// When that was read.
    pub checked: &'static str,
}

const FILES: &[&str] = &[
    include_str!("../../../rules/openai.yaml"),
    include_str!("../../../rules/anthropic.yaml"),
    include_str!("../../../rules/gemini.yaml"),
    include_str!("../../../rules/mcp.yaml"),
    include_str!("../../../rules/engines.yaml"),
];

/// All rules, in the order of the files.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let blocks = FILES.iter().flat_map(|file| blocks(file));
    blocks.filter_map(|block| read_rule(&block)).collect()
});

type Block = Vec<(&'static str, &'static str)>;

/// The blocks of a file, each with its keys and values.
fn blocks(file: &'static str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in file.lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let (begins, rest) = match line.strip_prefix("- ") {
            Some(rest) => (true, rest),
            None => (false, line.trim_start()),
        };
        if begins {
            blocks.push(Block::new());
        }
        if let (Some(block), Some(entry)) = (blocks.last_mut(), rest.split_once(": ")) {
            block.push(entry);
        }
    }
    blocks
}

/// `None` for a block that is not a rule; a test reads all of them.
fn read_rule(block: &Block) -> Option<Rule> {
    let value = |key: &str| {
        let found = block.iter().find(|(known, _)| *known == key);
        found.map(|(_, value)| *value)
    };
    Some(Rule {
        targets: value("targets")?.split_whitespace().collect(),
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
    /// Why a name is not allowed.
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

/// Whether a letter is one of some, which may be ranges: `a-z_-`.
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
        for file in FILES {
            for block in blocks(file) {
                assert!(read_rule(&block).is_some(), "{block:?}");
            }
        }
        assert!(RULES.len() > 40);
    }

    #[test]
    fn the_page_about_exports_has_every_rule() {
        let page = include_str!("../../../docs/exports.md");
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
