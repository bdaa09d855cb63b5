//! The handlers: one `Handle` for every tool that a worker grants. It does not compile if one is missing.

use crate::alarms::{Alarm, Alarms};
use crate::sky;
use crate::tools::alarms::{
    ListAlarms, ListAlarmsOutput, ListAlarmsOutputAlarmsItem, SetAlarm, SetAlarmArgs,
    SetAlarmLevel, SetAlarmOutput, SetAlarmWhen,
};
use crate::tools::weather_api::{
    GetForecast, GetForecastOutput, GetForecastOutputDaysItem, GetWeather, GetWeatherOutput,
    GetWeatherUnit,
};
use toolc_runtime::{Approval, Call, Context, Handle, ToolFailure};

/// The handlers of the worker `public`.
#[derive(Debug, Default)]
pub struct Public;

/// The handlers of the worker `operator`: everything that `public` has, and alarms.
#[derive(Debug, Default)]
pub struct Operator {
    pub alarms: Alarms,
}

impl Handle<GetWeather> for Public {
    async fn handle(&self, call: Call<'_, GetWeather>) -> Result<GetWeatherOutput, ToolFailure> {
        let place = sky::place(&call.args.location)?;
        // Defaults are never filled in silently: an absent value is `None`.
        let unit = call.args.unit.unwrap_or(GetWeatherUnit::Celsius);
        let temperature = match unit {
            GetWeatherUnit::Celsius => place.celsius(),
            GetWeatherUnit::Fahrenheit => place.fahrenheit(),
        };
        Ok(GetWeatherOutput {
            temperature,
            unit,
            summary: place.summary.to_owned(),
        })
    }
}

impl Handle<GetForecast> for Public {
    async fn handle(&self, call: Call<'_, GetForecast>) -> Result<GetForecastOutput, ToolFailure> {
        let place = sky::place(&call.args.location)?;
        let days = (1..=call.args.days).map(|number| {
            let day = place.day(number);
            GetForecastOutputDaysItem {
                day: number.into(),
                low: day.low,
                high: day.high,
            }
        });
        Ok(GetForecastOutput {
            days: days.collect(),
        })
    }
}

impl Handle<GetWeather> for Operator {
    async fn handle(&self, call: Call<'_, GetWeather>) -> Result<GetWeatherOutput, ToolFailure> {
        Public.handle(call).await
    }
}

impl Handle<GetForecast> for Operator {
    async fn handle(&self, call: Call<'_, GetForecast>) -> Result<GetForecastOutput, ToolFailure> {
        Public.handle(call).await
    }
}

impl Handle<SetAlarm> for Operator {
    async fn handle(&self, call: Call<'_, SetAlarm>) -> Result<SetAlarmOutput, ToolFailure> {
        sky::place(&call.args.location)?;
        let condition = match &call.args.when {
            SetAlarmWhen::Below(below) => format!("below {} °C", below.celsius),
            SetAlarmWhen::Wind(wind) => format!("wind above {} km/h", wind.kmh),
        };
        let alarm = self.alarms.add(Alarm {
            location: call.args.location,
            condition,
            notify: call.args.notify,
        });
        Ok(SetAlarmOutput {
            alarm: alarm.into(),
        })
    }

    /// Stricter than the configuration for one value: nobody can approve an evacuation.
    async fn needs_approval(&self, args: &SetAlarmArgs, _: &Context) -> Option<Approval> {
        (args.level == SetAlarmLevel::Evacuation).then_some(Approval::Blocked)
    }
}

impl Handle<ListAlarms> for Operator {
    async fn handle(&self, _: Call<'_, ListAlarms>) -> Result<ListAlarmsOutput, ToolFailure> {
        let alarms = self.alarms.all().into_iter();
        let alarms = alarms.map(|alarm| ListAlarmsOutputAlarmsItem {
            location: alarm.location,
            condition: alarm.condition,
            notify: alarm.notify,
        });
        Ok(ListAlarmsOutput {
            alarms: alarms.collect(),
        })
    }
}
