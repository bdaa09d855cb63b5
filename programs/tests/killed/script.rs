//! A small language for programs: a statement on each line, blocks by indentation. `tests/programs` has them.

use std::collections::BTreeMap;

#[derive(Debug, Clone)]
pub enum Statement {
    /// `NAME = TOOL {…}`; after `try`, an error is a value.
    Call {
        bind: Option<String>,
        tool: String,
        arguments: String,
        tries: bool,
    },
    /// `NAME = now` or `NAME = random`
    Source { bind: String, random: bool },
    /// `if $NAME > NUMBER:` or `if $NAME == NUMBER:`
    If {
        name: String,
        equal: bool,
        than: f64,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `for NAME in COUNT:`
    For {
        name: String,
        count: u32,
        body: Vec<Statement>,
    },
    /// `together:`, each statement below it at the same time as the others; `branch:` makes one of several.
    Together(Vec<Vec<Statement>>),
    /// `return …`
    Return(String),
}

#[derive(Debug)]
pub struct Script {
    pub text: String,
    pub statements: Vec<Statement>,
}

/// The values of names, as JSON.
pub type Names = BTreeMap<String, String>;

/// Puts the values of names in place of `$NAME`.
pub fn fill(text: &str, names: &Names) -> String {
    names.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("${name}"), value)
    })
}

impl Script {
    pub fn parse(text: &str) -> Script {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| (line.len() - line.trim_start().len(), line.trim()))
            .collect();
        let mut at = 0;
        let statements = parse_block(&lines, &mut at, 0);
        assert_eq!(at, lines.len(), "{text}");
        let text = text.to_owned();
        Script { text, statements }
    }
}

fn parse_block(lines: &[(usize, &str)], at: &mut usize, indent: usize) -> Vec<Statement> {
    let mut block = Vec::new();
    while let Some((found, line)) = lines.get(*at).filter(|(found, _)| *found == indent) {
        *at += 1;
        block.push(parse_statement(line, lines, at, found + 2));
    }
    block
}

fn parse_statement(line: &str, lines: &[(usize, &str)], at: &mut usize, inner: usize) -> Statement {
    if let Some(value) = line.strip_prefix("return ") {
        return Statement::Return(value.to_owned());
    }
    if let Some(head) = line.strip_prefix("for ") {
        let (name, count) = head.trim_end_matches(':').split_once(" in ").unwrap();
        return Statement::For {
            name: name.to_owned(),
            count: count.parse().unwrap(),
            body: parse_block(lines, at, inner),
        };
    }
    if let Some(head) = line.strip_prefix("if $") {
        let words: Vec<&str> = head.trim_end_matches(':').split(' ').collect();
        let then = parse_block(lines, at, inner);
        let has_else = lines.get(*at) == Some(&(inner - 2, "else:"));
        *at += usize::from(has_else);
        return Statement::If {
            name: words[0].to_owned(),
            equal: words[1] == "==",
            than: words[2].parse().unwrap(),
            then,
            otherwise: match has_else {
                true => parse_block(lines, at, inner),
                false => Vec::new(),
            },
        };
    }
    if line == "together:" {
        let mut branches = Vec::new();
        while let Some((found, line)) = lines.get(*at).filter(|(found, _)| *found == inner) {
            *at += 1;
            branches.push(match *line {
                "branch:" => parse_block(lines, at, found + 2),
                line => vec![parse_statement(line, lines, at, found + 2)],
            });
        }
        return Statement::Together(branches);
    }
    parse_call(line)
}

fn parse_call(line: &str) -> Statement {
    let tries = line.starts_with("try ");
    let line = line.trim_start_matches("try ");
    let (bind, call) = match line.split_once(" = ") {
        Some((bind, call)) => (Some(bind.to_owned()), call),
        None => (None, line),
    };
    match (bind, call) {
        (Some(bind), "now") => Statement::Source {
            bind,
            random: false,
        },
        (Some(bind), "random") => Statement::Source { bind, random: true },
        (bind, call) => {
            let (tool, arguments) = call.split_once(' ').unwrap();
            Statement::Call {
                bind,
                tool: format!("desk__{tool}"),
                arguments: arguments.to_owned(),
                tries,
            }
        }
    }
}
