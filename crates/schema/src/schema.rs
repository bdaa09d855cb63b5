//! The JSON Schema implementation. Nouns: the keywords of a schema, and the shape that results from
//! them. Verbs: read a schema, link its references, join what applies to one value, lower it to
//! shapes, unify equal shapes, and prove what no value or every value satisfies.

pub mod bound;
pub mod document;
pub mod edition;
pub mod evaluated;
pub mod formats;
pub mod json_type;
pub mod keywords;
pub mod path;
pub mod pattern;
pub mod position;
pub mod rules;
pub mod rust_path;
pub mod select;
pub mod shape;
pub mod uri;
pub mod value;
pub mod vocabulary;
pub mod work;
pub mod written;

pub mod conditional;
pub mod fill;
pub mod join;
pub mod link;
pub mod lower;
pub mod prove;
pub mod read;
pub mod tables;
pub mod unify;
