//! The blocks of code of a page.

/// A block of code that is to be compiled.
#[derive(Debug)]
pub struct Block {
    /// The heading of the second level above it: all blocks below one such heading are one project.
    pub section: String,
    /// The file that its first line names: `# specs/weather.yaml` or `// src/main.rs`.
    pub path: String,
    /// The block without that line.
    pub text: String,
    /// The line of the page at which it begins.
    pub line: usize,
}

/// Languages of blocks that are not code: what is printed, and what is typed at a prompt. The plug-in in Python is run by
/// `tests/cli/plugins.rs`.
const PROSE: &[&str] = &["text", "console", "json", "lua", "make", "python", "sh"];

/// Languages of blocks that are compiled. What is also a page of rustdoc says `ignore` to that.
const CODE: &[&str] = &["rust", "rust,ignore", "yaml", "toml"];

/// Finds the blocks of a page.
///
/// # Errors
/// Where a block names neither a language nor, being code, its file.
pub fn find_blocks(page: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut section = String::new();
    let mut lines = page.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = slug(heading);
        }
        let Some(language) = line.trim_start().strip_prefix("```") else {
            continue;
        };
        let indent = line.len() - line.trim_start().len();
        let mut text: Vec<&str> = Vec::new();
        for (_, inner) in lines.by_ref() {
            if inner.trim() == "```" {
                break;
            }
            text.push(inner.get(indent..).unwrap_or(""));
        }
        let line = index + 1;
        if PROSE.contains(&language) {
            continue;
        }
        if !CODE.contains(&language) {
            return Err(format!(
                "line {line}: a block of `{language}` is not compiled"
            ));
        }
        let (first, rest) = text
            .split_first()
            .ok_or(format!("line {line}: an empty block"))?;
        let path = named_file(first).ok_or(format!(
            "line {line}: the first line must name the file, such as `# specs/weather.yaml`"
        ))?;
        blocks.push(Block {
            section: section.clone(),
            path: path.to_owned(),
            text: rest.join("\n") + "\n",
            line,
        });
    }
    Ok(blocks)
}

/// `specs/weather.yaml` of `# specs/weather.yaml (shortened)`.
fn named_file(line: &str) -> Option<&str> {
    let comment = line
        .strip_prefix("# ")
        .or_else(|| line.strip_prefix("// "))?;
    let path = comment.split(' ').next()?;
    path.contains('.').then_some(path)
}

/// A heading as a name of Rust.
fn slug(heading: &str) -> String {
    let letters = heading.chars().filter(|letter| *letter != '`');
    letters
        .map(|letter| match letter {
            'a'..='z' | '0'..='9' => letter,
            'A'..='Z' => letter.to_ascii_lowercase(),
            _ => '_',
        })
        .collect()
}
