//! A handler fails as the spec of its tool says: not with a code of its own, and not with an error of another tool.

use toolc_generated::weather_api::{GetWeather, GetWeatherError, GetWeatherOutput};
use toolc_generated::tickets::CreateTicket;
use toolc_runtime::{Call, Failure, Handle, Json, ToolFailure};

struct Support;

impl Handle<GetWeather> for Support {
    async fn handle(
        &self,
        _: Call<'_, GetWeather>,
    ) -> Result<GetWeatherOutput, Failure<GetWeatherError>> {
        Err(ToolFailure::user("NO_WEATHER", "there is none").into())
    }
}

impl Handle<CreateTicket> for Support {
    async fn handle(&self, _: Call<'_, CreateTicket>) -> Result<Json, ToolFailure> {
        Err(GetWeatherError::UnknownPlace.into())
    }
}

fn main() {}
