//! Pages with placeholders for finished blocks. A page contains no logic and no text from a spec.

/// Fills in the placeholders of a page, each `{{name}}` once.
///
/// # Panics
/// If a placeholder has no block or a block has no placeholder, which is a bug in the page.
pub fn fill_page(page: &str, blocks: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(
        page.len() + blocks.iter().map(|(_, block)| block.len()).sum::<usize>(),
    );
    let mut rest = page;
    let mut filled = 0;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after
            .split_once("}}")
            .unwrap_or_else(|| unreachable!("a hole without an end"));
        let block = blocks.iter().find(|(known, _)| *known == name);
        let (_, block) = block.unwrap_or_else(|| unreachable!("no block for the hole `{name}`"));
        out.push_str(before);
        out.push_str(block.trim_end());
        rest = after;
        filled += 1;
    }
    assert_eq!(filled, blocks.len(), "a block without a hole");
    out.push_str(rest);
    out
}
