//! A tool for each well-known type of another crate, which gives back what it is given.

use bytes::Bytes;
use chrono::serde::ts_milliseconds_option;
use chrono::{DateTime, Local, NaiveDate, NaiveTime, Utc};
use jiff::{Span, civil};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::num::{NonZero, NonZeroU8};
use std::path::PathBuf;
use std::time::Duration;
use time::OffsetDateTime;
use time::serde::rfc3339;
use toolc_runtime::ToolFailure;
use url::Url as Address;
use uuid::Uuid;

/// What `uuid` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UuidValue {
    /// The value.
    pub value: Uuid,
}

/// Return the value.
pub fn uuid(args: UuidValue) -> Result<UuidValue, ToolFailure> {
    Ok(args)
}

/// What `instant` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InstantValue {
    /// The value.
    pub value: DateTime<Utc>,
}

/// Return the value.
pub fn instant(args: InstantValue) -> Result<InstantValue, ToolFailure> {
    Ok(args)
}

/// What `offset_instant` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OffsetInstantValue {
    /// The value.
    pub value: chrono::DateTime<chrono::FixedOffset>,
}

/// Return the value.
pub fn offset_instant(args: OffsetInstantValue) -> Result<OffsetInstantValue, ToolFailure> {
    Ok(args)
}

/// What `local_instant` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LocalInstantValue {
    /// The value.
    pub value: DateTime<Local>,
}

/// Return the value.
pub fn local_instant(args: LocalInstantValue) -> Result<LocalInstantValue, ToolFailure> {
    Ok(args)
}

/// What `naive_date` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NaiveDateValue {
    /// The value.
    pub value: NaiveDate,
}

/// Return the value.
pub fn naive_date(args: NaiveDateValue) -> Result<NaiveDateValue, ToolFailure> {
    Ok(args)
}

/// What `naive_time` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NaiveTimeValue {
    /// The value.
    pub value: NaiveTime,
}

/// Return the value.
pub fn naive_time(args: NaiveTimeValue) -> Result<NaiveTimeValue, ToolFailure> {
    Ok(args)
}

/// What `naive_date_time` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NaiveDateTimeValue {
    /// The value.
    pub value: chrono::naive::NaiveDateTime,
}

/// Return the value.
pub fn naive_date_time(args: NaiveDateTimeValue) -> Result<NaiveDateTimeValue, ToolFailure> {
    Ok(args)
}

/// What `ts_seconds` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct TsSecondsValue {
    /// The value.
    #[serde(with = "chrono::serde::ts_seconds")]
    pub value: DateTime<Utc>,
}

/// Return the value.
pub fn ts_seconds(args: TsSecondsValue) -> Result<TsSecondsValue, ToolFailure> {
    Ok(args)
}

/// What `ts_milliseconds` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct TsMillisecondsValue {
    /// The value.
    #[serde(with = "ts_milliseconds_option")]
    pub value: Option<DateTime<Utc>>,
}

/// Return the value.
pub fn ts_milliseconds(args: TsMillisecondsValue) -> Result<TsMillisecondsValue, ToolFailure> {
    Ok(args)
}

/// What `rfc3339` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct Rfc3339Value {
    /// The value.
    #[serde(with = "time::serde::rfc3339")]
    pub value: OffsetDateTime,
}

/// Return the value.
pub fn rfc3339(args: Rfc3339Value) -> Result<Rfc3339Value, ToolFailure> {
    Ok(args)
}

/// What `rfc3339_option` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct Rfc3339OptionValue {
    /// The value.
    #[serde(default, with = "rfc3339::option")]
    pub value: Option<OffsetDateTime>,
}

/// Return the value.
pub fn rfc3339_option(args: Rfc3339OptionValue) -> Result<Rfc3339OptionValue, ToolFailure> {
    Ok(args)
}

/// What `iso8601` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct Iso8601Value {
    /// The value.
    #[serde(with = "time::serde::iso8601")]
    pub value: OffsetDateTime,
}

/// Return the value.
pub fn iso8601(args: Iso8601Value) -> Result<Iso8601Value, ToolFailure> {
    Ok(args)
}

/// What `timestamp_seconds` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct TimestampSecondsValue {
    /// The value.
    #[serde(with = "time::serde::timestamp")]
    pub value: OffsetDateTime,
}

/// Return the value.
pub fn timestamp_seconds(
    args: TimestampSecondsValue,
) -> Result<TimestampSecondsValue, ToolFailure> {
    Ok(args)
}

/// What `timestamp` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TimestampValue {
    /// The value.
    pub value: jiff::Timestamp,
}

/// Return the value.
pub fn timestamp(args: TimestampValue) -> Result<TimestampValue, ToolFailure> {
    Ok(args)
}

/// What `civil_date` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CivilDateValue {
    /// The value.
    pub value: civil::Date,
}

/// Return the value.
pub fn civil_date(args: CivilDateValue) -> Result<CivilDateValue, ToolFailure> {
    Ok(args)
}

/// What `civil_time` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CivilTimeValue {
    /// The value.
    pub value: civil::Time,
}

/// Return the value.
pub fn civil_time(args: CivilTimeValue) -> Result<CivilTimeValue, ToolFailure> {
    Ok(args)
}

/// What `civil_date_time` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CivilDateTimeValue {
    /// The value.
    pub value: civil::DateTime,
}

/// Return the value.
pub fn civil_date_time(args: CivilDateTimeValue) -> Result<CivilDateTimeValue, ToolFailure> {
    Ok(args)
}

/// What `span` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SpanValue {
    /// The value.
    pub value: Span,
}

/// Return the value.
pub fn span(args: SpanValue) -> Result<SpanValue, ToolFailure> {
    Ok(args)
}

/// What `url` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UrlValue {
    /// The value.
    pub value: Address,
}

/// Return the value.
pub fn url(args: UrlValue) -> Result<UrlValue, ToolFailure> {
    Ok(args)
}

/// What `decimal` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DecimalValue {
    /// The value.
    pub value: Decimal,
}

/// Return the value.
pub fn decimal(args: DecimalValue) -> Result<DecimalValue, ToolFailure> {
    Ok(args)
}

/// What `decimal_text` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct DecimalTextValue {
    /// The value.
    #[serde(with = "rust_decimal::serde::str")]
    pub value: Decimal,
}

/// Return the value.
pub fn decimal_text(args: DecimalTextValue) -> Result<DecimalTextValue, ToolFailure> {
    Ok(args)
}

/// What `decimal_number` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct DecimalNumberValue {
    /// The value.
    #[serde(with = "rust_decimal::serde::float")]
    pub value: Decimal,
}

/// Return the value.
pub fn decimal_number(args: DecimalNumberValue) -> Result<DecimalNumberValue, ToolFailure> {
    Ok(args)
}

/// What `path` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PathValue {
    /// The value.
    pub value: PathBuf,
}

/// Return the value.
pub fn path(args: PathValue) -> Result<PathValue, ToolFailure> {
    Ok(args)
}

/// What `bytes` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BytesValue {
    /// The value.
    pub value: Bytes,
}

/// Return the value.
pub fn bytes(args: BytesValue) -> Result<BytesValue, ToolFailure> {
    Ok(args)
}

/// What `seconds` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SecondsValue {
    /// The value.
    pub value: Duration,
}

/// Return the value.
pub fn seconds(args: SecondsValue) -> Result<SecondsValue, ToolFailure> {
    Ok(args)
}

/// What `address` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AddressValue {
    /// The value.
    pub value: IpAddr,
}

/// Return the value.
pub fn address(args: AddressValue) -> Result<AddressValue, ToolFailure> {
    Ok(args)
}

/// What `ipv4` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ipv4Value {
    /// The value.
    pub value: std::net::Ipv4Addr,
}

/// Return the value.
pub fn ipv4(args: Ipv4Value) -> Result<Ipv4Value, ToolFailure> {
    Ok(args)
}

/// What `ipv6` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ipv6Value {
    /// The value.
    pub value: core::net::Ipv6Addr,
}

/// Return the value.
pub fn ipv6(args: Ipv6Value) -> Result<Ipv6Value, ToolFailure> {
    Ok(args)
}

/// What `non_zero` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NonZeroValue {
    /// The value.
    pub value: NonZeroU8,
}

/// Return the value.
pub fn non_zero(args: NonZeroValue) -> Result<NonZeroValue, ToolFailure> {
    Ok(args)
}

/// What `non_zero_signed` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NonZeroSignedValue {
    /// The value.
    pub value: std::num::NonZeroI16,
}

/// Return the value.
pub fn non_zero_signed(args: NonZeroSignedValue) -> Result<NonZeroSignedValue, ToolFailure> {
    Ok(args)
}

/// What `non_zero_generic` takes and returns.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NonZeroGenericValue {
    /// The value.
    pub value: Option<NonZero<i32>>,
}

/// Return the value.
pub fn non_zero_generic(args: NonZeroGenericValue) -> Result<NonZeroGenericValue, ToolFailure> {
    Ok(args)
}
