//! "Did you mean": the nearest name in a list.

/// The candidate that is nearest to a name, where one is near enough to be meant: at most a third
/// of the letters differ. Upper and lower case, `-` and `_` count as equal; of equally near
/// candidates the first one wins.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let wanted = fold(name);
    let limit = (wanted.len() / 3).max(1);
    let mut best: Option<(usize, &'c str)> = None;
    for candidate in candidates {
        let folded = fold(candidate);
        if candidate == name
            || wanted.len().abs_diff(folded.len()) > limit
            || folded.len() > MAX_NAME
        {
            continue;
        }
        let distance = distance(&wanted, &folded);
        if distance <= limit
            && distance < folded.len()
            && best.is_none_or(|(nearest, _)| distance < nearest)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Longer names are not typed by hand, and the table of distances is quadratic.
const MAX_NAME: usize = 256;

fn fold(name: &str) -> Vec<char> {
    name.chars()
        .map(|letter| {
            if letter == '-' {
                '_'
            } else {
                letter.to_ascii_lowercase()
            }
        })
        .collect()
}

/// How many letters must be put in, taken out, replaced, or swapped with their neighbour.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut before = Vec::new();
    let mut previous: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = previous[column] + usize::from(letter != other);
            let mut least = replaced
                .min(previous[column + 1] + 1)
                .min(current[column] + 1);
            let swapped =
                row > 0 && column > 0 && from[row - 1] == *other && *letter == to[column - 1];
            if swapped {
                let earlier: &Vec<usize> = &before;
                least = least.min(earlier[column - 1] + 1);
            }
            current.push(least);
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_typing_slip() {
        let names = ["get_weather", "get_forecast", "search"];
        assert_eq!(nearest("get_wether", names), Some("get_weather"));
        assert_eq!(nearest("serach", names), Some("search"));
        assert_eq!(nearest("Get-Weather", names), Some("get_weather"));
    }

    #[test]
    fn says_nothing_where_nothing_is_near() {
        assert_eq!(nearest("delete", ["get_weather", "search"]), None);
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("", ["b"]), None);
        assert_eq!(nearest("search", ["search"]), None);
    }

    #[test]
    fn counts_a_swap_as_one() {
        let letters = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(distance(&letters("ab"), &letters("ba")), 1);
        assert_eq!(distance(&letters("kitten"), &letters("sitting")), 3);
        assert_eq!(distance(&letters(""), &letters("abc")), 3);
    }
}
