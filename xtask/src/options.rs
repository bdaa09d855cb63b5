//! The command line options of a task.

/// The arguments after the name of a task.
pub struct Options<'a> {
    values: Vec<(&'a str, &'a str)>,
    flags: Vec<&'a str>,
}

impl<'a> Options<'a> {
    /// Parses options: names that are followed by a value, and flags.
    pub fn read(arguments: &'a [String], names: &[&str], flags: &[&str]) -> Result<Self, String> {
        let mut options = Options {
            values: Vec::new(),
            flags: Vec::new(),
        };
        let mut rest = arguments.iter().map(String::as_str);
        while let Some(argument) = rest.next() {
            if flags.contains(&argument) {
                options.flags.push(argument);
            } else if names.contains(&argument) {
                let value = rest.next().ok_or(format!("`{argument}` needs a value"))?;
                options.values.push((argument, value));
            } else {
                return Err(format!(
                    "there is no option `{argument}`, only {}",
                    [names, flags].concat().join(" and ")
                ));
            }
        }
        Ok(options)
    }

    /// Whether a flag is given.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    /// The value of an option.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }

    /// The value of an option as a number.
    pub fn number(&self, name: &str) -> Result<Option<u64>, String> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let number = text.replace('_', "").parse();
        number
            .map(Some)
            .map_err(|_| format!("`{name}` needs a number, not `{text}`"))
    }
}
