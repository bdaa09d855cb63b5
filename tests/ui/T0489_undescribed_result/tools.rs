use crate::places::Place;
use toolc_runtime::ToolFailure;

/// Where home is.
pub fn home() -> Result<Place, ToolFailure> {
    Ok(Place::home())
}
