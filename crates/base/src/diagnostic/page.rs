//! The address of the page about a code.

use super::Code;

impl Code {
    /// The address of its page in the crate's repository, if the crate names one.
    pub fn address(self) -> Option<String> {
        address_in(env!("CARGO_PKG_REPOSITORY"), self)
    }
}

fn address_in(repository: &str, code: Code) -> Option<String> {
    let repository = repository.trim_end_matches('/');
    (!repository.is_empty()).then(|| format!("{repository}/blob/main/docs/errors/{code}.md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_an_address_where_there_is_a_repository() {
        let address = address_in("https://example.org/toolc/", Code::DUPLICATE_KEY);
        let page = "https://example.org/toolc/blob/main/docs/errors/T0108.md";
        assert_eq!(address.as_deref(), Some(page));
        assert_eq!(address_in("", Code::DUPLICATE_KEY), None);
    }
}
