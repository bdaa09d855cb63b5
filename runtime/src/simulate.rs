//! Results without handlers and services: what engines of type `mock` and `lm` run in their place, and what these
//! remember of a session.
//!
//! [`Sessions`] is for programs that look at a session, branch it or take its calls back:
//!
//! ```
//! use toolc_runtime::simulate::Sessions;
//!
//! let sessions = Sessions::new();
//! let parent = sessions.setup("parent").expect("a new session");
//! // calls with the context `parent.context()`, by a worker with `.sessions(sessions.clone())`
//! let branch = parent.fork("branch").expect("a new session");
//! assert_eq!(branch.state(), parent.state());
//! parent.teardown();
//! assert!(sessions.state("parent").is_none());
//! ```

mod answer;
mod generate;
mod injected;
mod random;
mod result;
mod session;

#[cfg(feature = "lm")]
pub(crate) use answer::failed_tool;
#[cfg(feature = "testing")]
pub(crate) use answer::{failed_service, garble};
pub use generate::{Generator, WrongArguments};
#[cfg(feature = "lm")]
pub(crate) use injected::inject_fault;
#[cfg(feature = "testing")]
pub(crate) use random::Random;
#[cfg(feature = "testing")]
pub(crate) use result::generate_result;
pub(crate) use result::simulate_call;
pub(crate) use session::Remembered;
pub use session::{PastCall, Session, SessionError, SessionState, Sessions, Trial};
