//! Why a toolset could not be mounted. None of it contains a value from the configuration.

use std::error::Error;
use std::fmt;

/// Why a program could not create the handlers of a toolset.
///
/// Any error converts into one with `?`. The worker does not start then, whether the toolset is optional or
/// not.
#[derive(Debug)]
pub struct MountFailure(MountReason);

impl MountFailure {
    /// The toolset is not available here: for example, a service is missing or a program is not installed. A
    /// worker that says `optional: true` starts without it.
    pub fn unavailable(reason: impl Into<String>) -> Self {
        MountFailure(MountReason::Unavailable(reason.into()))
    }

    /// Something else failed, so the worker does not start.
    pub fn failed(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        MountFailure(MountReason::Failed(error.into()))
    }

    pub(super) fn into_reason(self) -> MountReason {
        self.0
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for MountFailure {
    fn from(error: E) -> Self {
        MountFailure::failed(error)
    }
}

/// A toolset could not be mounted, so its worker does not start.
#[derive(Debug)]
#[non_exhaustive]
pub struct MountError {
    /// The name of the worker.
    pub worker: &'static str,
    /// The namespace of the toolset.
    pub toolset: &'static str,
    /// Why it could not be mounted.
    pub reason: MountReason,
}

/// Why a toolset could not be mounted.
#[derive(Debug)]
#[non_exhaustive]
pub enum MountReason {
    /// Because of the environment, the configuration does not match what the tool file declares.
    Config(Vec<ConfigFault>),
    /// The toolset is not available.
    Unavailable(String),
    /// Its [`Mount`](crate::Mount) failed.
    Failed(Box<dyn Error + Send + Sync>),
}

/// A configuration key whose value is missing or invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigFault {
    /// The key, as a JSON Pointer.
    pub key: String,
    /// The environment variables that the value comes from.
    pub variables: Vec<&'static str>,
    /// Whether an environment variable is not set.
    pub is_unset: bool,
    /// The rule that the value breaks, or that the variable is not set. It never contains the value.
    pub message: String,
}

impl MountReason {
    /// Why the toolset is not available, if nothing else is wrong: an optional toolset may lack a variable,
    /// but its variables must not have invalid values.
    pub(super) fn absence(&self) -> Option<String> {
        match self {
            MountReason::Unavailable(reason) => Some(reason.clone()),
            MountReason::Config(faults) if faults.iter().all(|fault| fault.is_unset) => {
                Some(self.to_string())
            }
            MountReason::Config(_) | MountReason::Failed(_) => None,
        }
    }
}

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = match self.key.as_str() {
            "" => "its config",
            key => key,
        };
        match self.variables.as_slice() {
            [] => write!(f, "`{key}` {}", self.message),
            variables => {
                for (index, name) in variables.iter().enumerate() {
                    let before = if index > 0 { ", " } else { "" };
                    write!(f, "{before}`${{{name}}}`")?;
                }
                write!(f, " for `{key}` {}", self.message)
            }
        }
    }
}

impl fmt::Display for MountReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MountReason::Config(faults) => {
                for (index, fault) in faults.iter().enumerate() {
                    let before = if index > 0 { "; " } else { "" };
                    write!(f, "{before}{fault}")?;
                }
                Ok(())
            }
            MountReason::Unavailable(reason) => f.write_str(reason),
            MountReason::Failed(error) => write!(f, "{error}"),
        }
    }
}

impl fmt::Display for MountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MountError {
            worker,
            toolset,
            reason,
        } = self;
        write!(
            f,
            "the toolset `{toolset}` of worker `{worker}` could not be mounted: {reason}"
        )
    }
}

impl Error for MountError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.reason {
            MountReason::Failed(error) => Some(&**error),
            _ => None,
        }
    }
}
