//! Noun: how a tool's call becomes an HTTP request, according to an API description.

mod body;
mod data;
mod injected;
mod parameter;
mod refusal;
mod server;

pub use body::{Body, Content, Encoding, Field, PartHeader, Within};
pub use data::{InjectedData, OperationData, RefusalData};
pub use injected::Injected;
pub use parameter::{Form, Origin, Parameter, Place, Style, Styled};
pub use refusal::Refusal;
pub use server::{Gap, Requirement, Scheme, Server, Variable};

use std::fmt;
use toolc_base::source::Span;

/// The request that a tool makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// In upper case: `GET`.
    pub method: String,
    /// The path as in the description, with `{names}`, without its fragment: `/pets/{petId}`.
    pub path: String,
    /// The parameters in path, query, headers and cookies, in the order of the arguments.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// The candidate addresses: the servers of the operation, else of its path, else of the
    /// document.
    pub servers: Vec<Server>,
    /// Alternatives, one of which must be met, each a list of schemes that are required together.
    /// An empty list: no credentials are sent. An empty alternative: credentials are optional.
    /// `None`: the description does not mention credentials for any operation.
    pub security: Option<Vec<Vec<Requirement>>>,
    /// The media types of successful responses, the preferred one first.
    pub accepts: Vec<String>,
    /// The place of the operation's key.
    pub span: Span,
    /// The extent of the whole operation in the description.
    pub extent: Span,
}

impl Operation {
    /// Whether its method is read-only: RFC 9110, section 9.2.1.
    pub fn is_safe(&self) -> bool {
        ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].contains(&self.method.as_str())
    }
}

/// An inclusive range of response statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statuses {
    /// The first status.
    pub first: u16,
    /// The last status.
    pub last: u16,
}

impl Statuses {
    /// Every error status.
    pub const REFUSALS: Statuses = Statuses {
        first: 400,
        last: 599,
    };

    /// A single status.
    pub fn of(status: u16) -> Self {
        Statuses {
            first: status,
            last: status,
        }
    }

    /// A class of statuses: `4` stands for 400 to 499.
    pub fn of_class(class: u16) -> Self {
        Statuses {
            first: class * 100,
            last: class * 100 + 99,
        }
    }

    /// Whether the ranges have a status in common.
    pub fn overlaps(self, other: Statuses) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// The number of statuses.
    pub fn count(self) -> u16 {
        self.last - self.first + 1
    }
}

/// `422`, `400-499`
impl fmt::Display for Statuses {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(out, "{}", self.first),
            false => write!(out, "{}-{}", self.first, self.last),
        }
    }
}
