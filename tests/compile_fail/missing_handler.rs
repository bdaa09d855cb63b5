//! A granted tool without a handler: the error names the tool and the worker's handlers.

use toolc_generated::{notes, support, tickets, weather_api};
use toolc_runtime::{Call, Handle, Tool, ToolFailure};

struct Support;

macro_rules! handles {
    ($($tool:ty)*) => {$(
        impl Handle<$tool> for Support {
            async fn handle(&self, _: Call<'_, $tool>) -> Result<<$tool as Tool>::Output, ToolFailure> {
                Err(ToolFailure::unauthorized("closed"))
            }
        }
    )*};
}

handles!(tickets::SearchTickets notes::AddNote notes::AddNote2 weather_api::GetWeather
    weather_api::GetForecast);

fn main() {
    support::worker(Support);
}
