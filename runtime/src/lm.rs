//! The engine of type `lm`: a language model says what a tool would return. Its answers are held to the output schema, and
//! may be recorded in a file, to be replayed without it.

mod answer;
mod prompt;
mod question;
mod recorded;
mod recordings;

pub(crate) use question::Question;
pub(crate) use recordings::Recordings;
