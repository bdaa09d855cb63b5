//! The tables, version by version.

use crate::error::PostgresError;
use crate::settings::Settings;
use tokio_postgres::Client;

/// What makes each version out of the one before it. `$schema` is the schema.
const STEPS: &[&str] = &[
    "CREATE TABLE $schema.calls (
        id text PRIMARY KEY,
        revision bigint NOT NULL,
        state text NOT NULL CHECK (state IN ('asked', 'decided', 'claimed', 'finished')),
        worker text,
        tool text,
        principal text,
        session text,
        asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz,
        decision text,
        decided_by text,
        decided_at timestamptz,
        claimed_by text,
        lease_until timestamptz,
        finished_at timestamptz,
        question text NOT NULL,
        ruling text,
        result text,
        CHECK ((state = 'claimed') = (claimed_by IS NOT NULL AND lease_until IS NOT NULL)),
        CHECK ((state = 'finished') = (finished_at IS NOT NULL))
    );
    CREATE INDEX calls_open ON $schema.calls (asked_at) WHERE state <> 'finished';
    CREATE INDEX calls_expire ON $schema.calls (expires_at) WHERE state IN ('asked', 'decided');
    CREATE INDEX calls_finished ON $schema.calls (finished_at) WHERE state = 'finished';",
    "CREATE TABLE $schema.decisions (
        place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text NOT NULL,
        kept_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        record text NOT NULL
    );
    CREATE TABLE $schema.results (
        place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text NOT NULL UNIQUE,
        worker text NOT NULL,
        tool text NOT NULL,
        session text,
        principal text,
        until timestamptz NOT NULL,
        output text NOT NULL
    );
    CREATE INDEX results_of_worker ON $schema.results (worker, place);
    CREATE INDEX results_over ON $schema.results (until);",
];

/// The version that is written and read here.
pub(crate) const VERSION: i32 = STEPS.len() as i32;

/// Asked of the catalog itself: `to_regclass` may not see what another process has made since the transaction began.
const HAS_TABLES: &str = "
    SELECT EXISTS (
        SELECT FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = $1 AND relname = 'versions'
    )";

/// The version of the tables in a schema; `None` if there are none.
pub(crate) async fn find_version(
    client: &Client,
    settings: &Settings,
) -> Result<Option<i32>, PostgresError> {
    let found = client.query_one(HAS_TABLES, &[&settings.schema]).await?;
    if !found.try_get::<_, bool>(0)? {
        return Ok(None);
    }
    let sql = format!(
        "SELECT max(version) FROM {}.versions",
        settings.quoted_schema()
    );
    Ok(client.query_one(&sql, &[]).await?.try_get(0)?)
}

/// Makes the tables, or upgrades them, all of it or nothing; returns the version before. Of processes that do so at the
/// same time, one does it and the others wait for it. Tables of a newer version stay as they are.
pub(crate) async fn migrate(
    client: &mut Client,
    settings: &Settings,
) -> Result<Option<i32>, PostgresError> {
    let schema = settings.quoted_schema();
    let change = client.transaction().await?;
    // A large table takes its time, and so does whoever is waited for.
    change
        .batch_execute("SET LOCAL statement_timeout = 0")
        .await?;
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended('toolc ' || $1, 0))";
    change.execute(lock, &[&settings.schema]).await?;
    let before = find_version(change.client(), settings).await?;
    if before.is_none() {
        let tables = format!(
            "CREATE SCHEMA IF NOT EXISTS {schema};
             CREATE TABLE {schema}.versions (
                 version integer PRIMARY KEY,
                 made_at timestamptz NOT NULL DEFAULT clock_timestamp()
             )"
        );
        change.batch_execute(&tables).await?;
    }
    let first = usize::try_from(before.unwrap_or_default()).unwrap_or_default();
    for (number, step) in STEPS.iter().enumerate().skip(first) {
        change
            .batch_execute(&step.replace("$schema", &schema))
            .await?;
        let sql = format!("INSERT INTO {schema}.versions (version) VALUES ($1)");
        let version = i32::try_from(number + 1).unwrap_or(VERSION);
        change.execute(&sql, &[&version]).await?;
    }
    change.commit().await?;
    match before {
        Some(found) if found > VERSION => Err(PostgresError::OtherVersion {
            found,
            known: VERSION,
        }),
        before => Ok(before),
    }
}
