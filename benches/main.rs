//! Measures calls: arguments from text, name lookup, the wrapper around a handler, and what is shown of results. Each group runs in
//! turns with its peers, so that a disturbance affects all of them.
//!
//! `calls` measures everything, `calls NAME` measures what has NAME in its name, and `calls --count N NAME`
//! runs one contestant N times, for a tool that counts instructions.

mod arguments;
mod harness;
mod lookup;
mod patterns;
mod peers;
#[cfg(feature = "peers")]
mod rivals;
mod shown;
mod wrapper;

toolc_runtime::include_tools!();

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let mut groups = arguments::groups();
    groups.push(lookup::group());
    groups.extend(patterns::groups());
    groups.extend(wrapper::groups());
    groups.push(shown::group());
    match words.as_slice() {
        [flag, times, name] if flag == "--count" => {
            harness::count(groups, name, times.parse().unwrap_or(1))
        }
        [] => harness::measure(groups, ""),
        [name, ..] => harness::measure(groups, name),
    }
}
