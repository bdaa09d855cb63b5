//! Letters of other scripts and styles, and the Latin letters that they look like. Taken from the prototypes
//! of Unicode's `confusables.txt` (UTS #39) as far as they look like `a` to `z`, and from the compatibility
//! decompositions of letters in other styles.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Letters that look like a Latin one, whatever their case.
const ALIKE: &[(&str, char)] = &[
    ("аαΑАɑαᎪᗅꓮàáâãäåāăąǎǻȁȃạảấầẩẫậắằẳẵặÀÁÂÃÄÅĀĂĄ", 'a'),
    ("ΒВᏴᗷꓐЬƄḃḅ", 'b'),
    ("сϲСϹᏟⅽꓚçćĉċčÇĆĈĊČ", 'c'),
    ("ԁᏧⅾꓓďđḍðÐĎĐ", 'd'),
    ("еεΕЕҽεᎬꓰèéêëēĕėęěẹẻẽếềểễệÈÉÊËĒĔĖĘĚ", 'e'),
    ("ϜꓝƒḟḞ", 'f'),
    ("ɡցԌᏀꓖĝğġģǧĜĞĠĢ", 'g'),
    ("һΗНհᎻꓧĥħḥĤĦ", 'h'),
    ("іιΙІιӏᎥⅰꓲìíîïĩīĭįıǐịỉÌÍÎÏĨĪĬĮİ", 'i'),
    ("јϳЈᎫꓙĵĴ", 'j'),
    ("κкΚКᏦꓗķĸǩĶ", 'k'),
    ("ⅼᏞꓡĺļľŀłĹĻĽĿŁ", 'l'),
    ("ΜМмᎷⅿꓟṃ", 'm'),
    ("ΝոռꓠñńņňŉŋṇÑŃŅŇ", 'n'),
    ("оοΟОօσᴏꓳòóôõöøōŏőǒơọỏốồổỗộớờởỡợÒÓÔÕÖØŌŎŐ", 'o'),
    ("рρϱΡРᏢꓑṗ", 'p'),
    ("ԛգզ", 'q'),
    ("гᴦꓣᎡŕŗřṛŔŖŘ", 'r'),
    ("ѕЅՏᏚꓢśŝşšșṣŚŜŞŠȘ", 's'),
    ("тτΤТᎢꓔţťŧțṭŢŤŦȚ", 't'),
    ("υսꓴùúûüũūŭůűųưǔụủứừửữựÙÚÛÜŨŪŬŮŰŲ", 'u'),
    ("νѵᏙⅴꓦṿ", 'v'),
    ("ԝѡωᎳꓪŵẁẃẅŴ", 'w'),
    ("хχΧХⅹꓫẋ", 'x'),
    ("уγΥУүᎩꓬýÿŷỳỵỷỹÝŶŸ", 'y'),
    ("ΖᏃꓜźżžẓŹŻŽ", 'z'),
];

/// Marks that look like an ASCII one.
const MARKS: &[(&str, char)] = &[
    ("‘’ʼ＇`´", '\''),
    ("“”＂", '"'),
    ("‹＜〈⟨", '<'),
    ("›＞〉⟩", '>'),
    ("∕⁄／", '/'),
    ("‐‑‒–—―−", '-'),
    ("。．․", '.'),
    ("：", ':'),
];

/// First letters of alphabets in other styles, each from `a` to `z` without a gap.
const ALPHABETS: &[u32] = &[
    0x24b6, 0x24d0, // in circles
    0xff21, 0xff41, // as wide as ideographs
    0x1f110, 0x1f130, 0x1f150, 0x1f170,
    0x1f1e6, // in brackets, squares and circles, and as flags
    0x249c,
];

/// The mathematical alphabets: 13 pairs of 26 letters.
const MATHEMATICAL: std::ops::RangeInclusive<u32> = 0x1d400..=0x1d6a3;

/// Letters that stand elsewhere than the rest of their alphabet.
const SCATTERED: &[(&str, char)] = &[
    ("ℎ", 'h'),
    ("ℬ", 'b'),
    ("ℰℯℇ", 'e'),
    ("ℱ", 'f'),
    ("ℋℌℍ", 'h'),
    ("ℐℑ", 'i'),
    ("ℒℓ", 'l'),
    ("ℳ", 'm'),
    ("ℛℜℝ", 'r'),
    ("ℊ", 'g'),
    ("ℴ", 'o'),
    ("ℭℂ", 'c'),
    ("ℨℤ", 'z'),
    ("ℕ", 'n'),
    ("ℙ", 'p'),
    ("ℚ", 'q'),
    ("ᴀᵃ", 'a'),
    ("ʙᵇ", 'b'),
    ("ᴄᶜ", 'c'),
    ("ᴅᵈ", 'd'),
    ("ᴇᵉ", 'e'),
    ("ꜰᶠ", 'f'),
    ("ɢᵍ", 'g'),
    ("ʜʰ", 'h'),
    ("ɪⁱ", 'i'),
    ("ᴊʲ", 'j'),
    ("ᴋᵏ", 'k'),
    ("ʟˡ", 'l'),
    ("ᴍᵐ", 'm'),
    ("ɴⁿ", 'n'),
    ("ᵒ", 'o'),
    ("ᴘᵖ", 'p'),
    ("ʀʳ", 'r'),
    ("ꜱˢ", 's'),
    ("ᴛᵗ", 't'),
    ("ᴜᵘ", 'u'),
    ("ᴠᵛ", 'v'),
    ("ᴡʷ", 'w'),
    ("ˣ", 'x'),
    ("ʏʸ", 'y'),
    ("ᴢᶻ", 'z'),
];

static LIKENESS: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let rows = [ALIKE, SCATTERED, MARKS].into_iter().flatten();
    let pairs = rows.flat_map(|(letters, plain)| letters.chars().map(|letter| (letter, *plain)));
    pairs.collect()
});

/// Appends a character that is not ASCII: the Latin letter or the mark that it looks like, else itself in
/// lower case.
pub(super) fn fold_letter(letter: char, out: &mut String) {
    if let Some(plain) = LIKENESS.get(&letter) {
        return out.push(*plain);
    }
    let code = u32::from(letter);
    let alphabets = ALPHABETS.iter();
    let in_alphabet = alphabets.map(|first| code.wrapping_sub(*first));
    let mathematical = MATHEMATICAL
        .contains(&code)
        .then(|| (code - MATHEMATICAL.start()) % 26);
    let place = mathematical.or_else(|| in_alphabet.into_iter().find(|place| *place < 26));
    if let Some(place) = place.and_then(|place| u8::try_from(place).ok()) {
        return out.push(char::from(b'a' + place));
    }
    match code {
        0xff01..=0xff5e => out.extend(char::from_u32(code - 0xfee0)),
        0x1d7ce..=0x1d7ff => out.extend(char::from_digit((code - 0x1d7ce) % 10, 10)),
        _ => out.extend(letter.to_lowercase()),
    }
}
