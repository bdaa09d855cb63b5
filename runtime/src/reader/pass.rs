//! Values of a text that is known to be JSON: they are passed over without a look at what they hold.

use super::{Kind, Reader, Stop};

impl Reader<'_> {
    /// Passes over the next value, or the next key.
    pub(crate) fn pass_checked(&mut self) -> Result<(), Stop> {
        match self.kind()? {
            Kind::Null => self.null(),
            Kind::Boolean => self.boolean().map(drop),
            Kind::Number => self.number().map(drop),
            Kind::String => self.pass_string(),
            Kind::Array | Kind::Object => self.pass_brackets(),
        }
    }

    fn pass_string(&mut self) -> Result<(), Stop> {
        self.at += 1;
        loop {
            self.at = self.plain(self.at);
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') if self.text.len() > self.at + 1 => self.at += 2,
                _ => return self.stop("string without an end"),
            }
        }
    }

    /// From an opening bracket to behind the one that closes it.
    fn pass_brackets(&mut self) -> Result<(), Stop> {
        let mut open = 0u32;
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => {
                    self.pass_string()?;
                    continue;
                }
                Some(b'[' | b'{') => open += 1,
                Some(b']' | b'}') => open -= 1,
                Some(_) => {}
                None => return self.stop("expected `]` or `}`"),
            }
            self.at += 1;
            if open == 0 {
                return Ok(());
            }
        }
    }
}
