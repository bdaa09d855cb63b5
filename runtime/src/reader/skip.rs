//! Values that are skipped.

use super::{Keys, Kind, Reader, Stop};

impl<'j> Reader<'j> {
    /// Reads any value and returns its text. Checks the whole value: syntax, depth, and that no object has
    /// duplicate keys.
    pub fn capture(&mut self) -> Result<&'j str, Stop> {
        self.peek();
        let start = self.at;
        self.skip()?;
        Ok(&self.text[start..self.at])
    }

    fn skip(&mut self) -> Result<(), Stop> {
        match self.kind()? {
            Kind::Null => self.null(),
            Kind::Boolean => self.boolean().map(drop),
            Kind::Number => match self.short_number() {
                Some((_, end)) => {
                    self.take_until(end);
                    Ok(())
                }
                None => self.number().map(drop),
            },
            Kind::String => self.string().map(drop),
            Kind::Array => {
                self.begin_array()?;
                let mut first = true;
                while self.next_item(first)? {
                    first = false;
                    self.skip()?;
                }
                Ok(())
            }
            Kind::Object => {
                self.begin_object()?;
                let mut keys = Keys::default();
                let mut first = true;
                while self.next_key(first)? {
                    first = false;
                    let before = self.at;
                    let key = self.string()?;
                    if !keys.add(key) {
                        self.at = before;
                        return self.stop("key occurs twice");
                    }
                    self.colon()?;
                    self.skip()?;
                }
                Ok(())
            }
        }
    }
}
