//! A command whose output is stored: what `toolc snapshot` runs for entries of type `command`.

use crate::answer::tidy;
use crate::process::{Fault, MAX_ANSWER, Run, run_process};
use toolc_base::diagnostic::{Code, Diagnostic};

/// Runs a command without a shell, with the environment variables that are given besides a few common ones, and returns what
/// it prints. `say` is given each line of its standard error.
///
/// # Errors
/// Returns the finding if it cannot be started, fails, takes too long, or prints nothing, too much or no text.
pub fn run_command(
    words: &[String],
    given: &[(String, String)],
    seconds: u64,
    say: &mut dyn FnMut(&str),
) -> Result<String, Diagnostic> {
    let name = words.join(" ");
    let run = Run {
        words,
        options: None,
        given,
        seconds,
    };
    let ran = run_process(&run, "".into());
    for line in ran.said.lines().filter(|line| !line.trim().is_empty()) {
        say(&format!("{name}: {}", tidy(line)));
    }
    let failed = |why: String| {
        Diagnostic::placeless(Code::FAILED_COMMAND, format!("the command `{name}` {why}")).help(
            "run it by itself to see why; it is started without a shell, and prints tool definitions and nothing else",
        )
    };
    let bytes = ran.answer.map_err(|fault| match fault {
        Fault::Unstarted(error) => failed(format!("cannot be started: {}", error.kind())),
        Fault::Failed(status) => failed(format!("failed ({status})")),
        Fault::Late => {
            let message = format!("the command `{name}` did not end within {seconds} s");
            Diagnostic::placeless(Code::LATE_ANSWER, message)
                .help("if it is only slow, raise the limit with `--timeout SECONDS`")
        }
        Fault::Flood => {
            let most = MAX_ANSWER >> 20;
            let message = format!("the command `{name}` prints more than {most} MiB");
            Diagnostic::placeless(Code::ENDLESS_ANSWER, message)
                .help("correct the command: no list of tools is that long")
        }
    })?;
    let text = String::from_utf8(bytes).map_err(|_| failed("prints no UTF-8".to_owned()))?;
    match text.trim().is_empty() {
        true => Err(failed("prints nothing".to_owned())),
        false => Ok(text),
    }
}
