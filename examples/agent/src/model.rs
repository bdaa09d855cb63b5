//! Models whose responses are recorded streams.

use serde_json::Value;
use std::error::Error;
use toolc_runtime::Target;

/// A provider, and the responses of its model, in order, as they come over the network.
#[derive(Clone, Copy)]
pub struct Script {
    /// The provider's API.
    pub target: Target,
    streams: &'static [&'static [u8]],
}

pub const OPENAI: Script = Script {
    target: Target::OpenAi,
    streams: &[
        include_bytes!("../scripts/openai/1.sse"),
        include_bytes!("../scripts/openai/2.sse"),
        include_bytes!("../scripts/openai/3.sse"),
    ],
};

pub const ANTHROPIC: Script = Script {
    target: Target::Anthropic,
    streams: &[
        include_bytes!("../scripts/anthropic/1.sse"),
        include_bytes!("../scripts/anthropic/2.sse"),
    ],
};

/// The responses that a model has left.
pub struct Model {
    streams: std::slice::Iter<'static, &'static [u8]>,
}

impl Model {
    pub fn new(script: Script) -> Self {
        Model {
            streams: script.streams.iter(),
        }
    }

    /// Stands in for the request to the provider, which would send the tools and the messages. The body of the
    /// response comes in chunks.
    pub fn send(
        &mut self,
        _tools: &Value,
        _messages: &[Value],
    ) -> Result<impl Iterator<Item = &'static [u8]> + use<>, Box<dyn Error>> {
        let stream = self.streams.next();
        let stream = stream.ok_or("the model has nothing more to say")?;
        Ok(stream.chunks(48))
    }
}
