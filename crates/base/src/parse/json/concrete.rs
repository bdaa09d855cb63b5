//! Reads a JSON text as it is laid out.

use crate::parse::concrete::{Concrete, Item, Kind, List, ListItem, Map, Quotes, Scalar, Unfit};
use std::ops::Range;

/// Reads a text that [`parse_json`](super::parse_json) accepts as one value.
pub(in crate::parse) fn read_concrete(text: &str) -> Result<Concrete, Unfit> {
    let mut reader = Reader { text, at: 0 };
    let root = reader.value()?;
    reader.skip_blanks();
    match reader.at == text.len() {
        true => Ok(Concrete {
            root,
            comments: Vec::new(),
            marker: None,
            starts: Vec::new(),
            is_json: true,
        }),
        false => Err(reader.unfit()),
    }
}

struct Reader<'r> {
    text: &'r str,
    at: usize,
}

impl Reader<'_> {
    /// The text was parsed before, so depth is limited already.
    fn value(&mut self) -> Result<Item, Unfit> {
        self.skip_blanks();
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => Kind::Map(self.map()?),
            Some(b'[') => Kind::List(self.list()?),
            Some(b'"') => scalar(self.text, self.string()?, Quotes::Double),
            _ => scalar(self.text, self.word()?, Quotes::Plain),
        };
        Ok(Item {
            start,
            properties: Vec::new(),
            kind,
        })
    }

    fn list(&mut self) -> Result<List, Unfit> {
        let start = self.at;
        let mut items = Vec::new();
        while self.next_member(items.is_empty(), b']') {
            let item = self.value()?;
            items.push(ListItem {
                start: item.start,
                item,
            });
        }
        self.take(b']')?;
        Ok(List {
            brackets: Some(start..self.at),
            items,
            column: 0,
            is_flush: false,
        })
    }

    fn map(&mut self) -> Result<Map, Unfit> {
        let start = self.at;
        let mut entries = Vec::new();
        while self.next_member(entries.is_empty(), b'}') {
            let key = self.value()?;
            self.skip_blanks();
            self.take(b':')?;
            entries.push((key, self.value()?));
        }
        self.take(b'}')?;
        Ok(Map {
            brackets: Some(start..self.at),
            is_flow: true,
            entries,
            column: 0,
        })
    }

    /// Skips what is before the next member, or else what is before the closing bracket.
    fn next_member(&mut self, is_first: bool, close: u8) -> bool {
        if is_first {
            self.at += 1;
        }
        self.skip_blanks();
        if is_first {
            return self.peek() != Some(close);
        }
        let has_more = self.peek() == Some(b',');
        if has_more {
            self.at += 1;
        }
        has_more
    }

    fn string(&mut self) -> Result<Range<usize>, Unfit> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
                None => return Err(self.unfit()),
            }
        }
        self.at += 1;
        Ok(start..self.at)
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) -> Result<Range<usize>, Unfit> {
        let start = self.at;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        while self.peek().is_some_and(is_part) {
            self.at += 1;
        }
        match self.at > start {
            true => Ok(start..self.at),
            false => Err(self.unfit()),
        }
    }

    fn take(&mut self, wanted: u8) -> Result<(), Unfit> {
        if self.peek() != Some(wanted) {
            return Err(self.unfit());
        }
        self.at += 1;
        Ok(())
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| b" \t\n\r".contains(&byte)) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn unfit(&self) -> Unfit {
        Unfit {
            offset: self.at,
            reason: "there is more than one JSON value",
        }
    }
}

fn scalar(text: &str, place: Range<usize>, quotes: Quotes) -> Kind {
    Kind::Scalar(Scalar {
        text: text.get(place.clone()).unwrap_or_default().to_owned(),
        place,
        quotes,
    })
}
