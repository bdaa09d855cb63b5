//! A worker of closures in which a tool has none, and in which some do not fit: each is named with its tool.

use toolc_generated::notes::{AddNote2Args, AddNoteArgs};
use toolc_generated::support::Closures;
use toolc_generated::tickets::CreateTicketArgs;
use toolc_generated::weather_api::{GetForecast, GetForecastOutput, GetWeatherOutput, GetWeatherOutputUnit};
use toolc_runtime::{Closure, Json, ToolFailure};

fn weather() -> GetWeatherOutput {
    GetWeatherOutput { temperature: 1.0, unit: GetWeatherOutputUnit::Celsius, summary: None }
}

fn main() {
    let closures = Closures {
        create_ticket: Closure::new(async |args: CreateTicketArgs, _| Ok(Json::encode(&args.title)?)),
        add_note: Closure::new(async |args: AddNoteArgs, _| Ok(Json::encode(&args.text)?)),
        add_note2: Closure::sync(|args: AddNote2Args, _| Ok(Json::encode(&args.outline.title)?)),
        get_forecast: Closure::<GetForecast>::new(async |_, _| Ok(GetForecastOutput { days: Vec::new() })),
    };
    closures.into_worker();
    Closure::<GetForecast>::new(async |_, _| Ok(weather()));
    Closure::<GetForecast>::sync(|args, _| Err(ToolFailure::user("FAR", args.place)));
}
