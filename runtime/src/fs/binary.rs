//! Tells text files from others.

/// The suffixes of file names that indicate binary files.
const BINARY: &[&str] = &[
    ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".png",
    ".jpg", ".jpeg", ".gif", ".bmp", ".ico", ".webp", ".tiff", ".tif", ".heic", ".heif", ".avif",
    ".mp3", ".mp4", ".wav", ".avi", ".mov", ".mkv", ".flac", ".ogg", ".webm", ".zip", ".tar",
    ".gz", ".bz2", ".7z", ".rar", ".xz", ".zst", ".exe", ".dll", ".so", ".dylib", ".bin", ".o",
    ".a", ".wasm", ".pyc", ".class", ".jar", ".sqlite", ".db", ".ttf", ".otf", ".woff", ".woff2",
];

/// The suffix of the path that indicates a binary file, if it has one.
pub(super) fn binary_suffix(path: &str) -> Option<&'static str> {
    let is_end = |suffix: &&&str| crate::path::has_suffix(path, std::iter::once(**suffix));
    BINARY.iter().find(is_end).copied()
}

/// The contents as text; `None` if they are not text.
pub(super) fn text_of(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    String::from_utf8(bytes).ok()
}
