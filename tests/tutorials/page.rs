//! What the page of a tutorial tells its reader to do.

/// One thing that a reader does.
#[derive(Debug)]
pub enum Step {
    /// Writes a file: a block whose first line names it.
    Write { path: String, text: String },
    /// Types a command at a prompt.
    Run {
        /// The line of the page.
        line: usize,
        command: String,
        /// What the page shows below it; nothing is compared if there is none.
        shown: Vec<String>,
        /// How it ends, which a comment says if it is not success: `# ends with 1`.
        exit: i32,
    },
}

/// Reads the blocks of a page in their order.
pub fn read_steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "```")
            .collect();
        match language {
            "console" => read_commands(number + 2, &block, &mut steps),
            _ => steps.extend(read_file(&block)),
        }
    }
    assert!(steps.len() > 2, "the page has no steps");
    steps
}

fn read_file(block: &[&str]) -> Option<Step> {
    let (first, rest) = block.split_first()?;
    let comment = first
        .strip_prefix("# ")
        .or_else(|| first.strip_prefix("// "))?;
    let path = comment.split(' ').next()?;
    path.contains('.').then(|| Step::Write {
        path: path.to_owned(),
        text: rest.join("\n") + "\n",
    })
}

fn read_commands(first: usize, block: &[&str], steps: &mut Vec<Step>) {
    for (offset, line) in block.iter().enumerate() {
        if let Some(typed) = line.strip_prefix("$ ") {
            let (command, remark) = typed.split_once("   # ").unwrap_or((typed, ""));
            let exit = remark.strip_prefix("ends with ");
            steps.push(Step::Run {
                line: first + offset,
                command: command.trim().to_owned(),
                shown: Vec::new(),
                exit: exit.map_or(0, |code| code.parse().expect("a code")),
            });
            continue;
        }
        let Some(Step::Run { command, shown, .. }) = steps.last_mut() else {
            panic!("line {}: no command is before it", first + offset);
        };
        match command.ends_with('\\') {
            true => *command = format!("{command}\n{line}"),
            false => shown.push((*line).to_owned()),
        }
    }
}

/// Whether a text is what a page shows of it.
pub fn matches(shown: &[String], printed: &str) -> bool {
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    shown.is_empty() || match_lines(shown, &printed)
}

fn match_lines(shown: &[String], printed: &[&str]) -> bool {
    let Some((first, rest)) = shown.split_first() else {
        return printed.is_empty();
    };
    if first == "…" {
        return (0..=printed.len()).any(|skipped| match_lines(rest, &printed[skipped..]));
    }
    match printed.split_first() {
        Some((line, after)) => match_line(first.trim_end(), line) && match_lines(rest, after),
        None => false,
    }
}

fn match_line(shown: &str, line: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[test]
fn what_is_left_out_is_any_text() {
    let lines =
        |texts: &[&str]| -> Vec<String> { texts.iter().map(|text| (*text).to_owned()).collect() };
    for (shown, printed, expected) in [
        (&["a", "b"][..], "a\nb\n", true),
        (&["a"], "a\nb", false),
        (&["…", "b"], "a\nc\nb", true),
        (&["…"], "", true),
        (&["a … c"], "a b c", true),
        (&["a … c"], "a b d", false),
        (&["… x …"], "in x s", true),
        (&["a"], "a\n\n", true),
        (&[], "anything", true),
    ] {
        assert_eq!(
            matches(&lines(shown), printed),
            expected,
            "{shown:?}: {printed}"
        );
    }
}
