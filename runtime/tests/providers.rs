//! Answers of providers: what is one, what goes back of it, and how it is put together from a stream.

#[path = "providers/answer_text.rs"]
mod answer_text;
#[path = "providers/causes.rs"]
mod causes;
#[path = "providers/early.rs"]
mod early;
#[path = "providers/frames.rs"]
mod frames;
#[path = "providers/streams.rs"]
mod streams;
