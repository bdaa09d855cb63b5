//! Tokens as RFC 9068 has them: JSON Web Tokens of an authorization server, for this server.

use super::fetch::Fetcher;
use super::issuer::{Issuer, NoKey};
use super::refusal::Refusal;
use super::settings::Identity;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Header, Validation, decode, decode_header};
use serde_json::{Map, Value};
use std::sync::Arc;

/// How far clocks may differ, in seconds.
const LEEWAY: u64 = 30;

/// The longest token that is read, in bytes.
const LONGEST: usize = 16 * 1024;

/// What a token may say that it is (RFC 9068 section 4). A token for another purpose, such as a logout, says so.
const TYPES: &[&str] = &["jwt", "at+jwt", "application/at+jwt"];

/// Whether a text looks like a token of an issuer, and not like a key.
pub(super) fn is_token(text: &str) -> bool {
    text.split('.').count() == 3
}

/// Who a token is for, if one of the issuers signed it and it is valid now.
pub(super) async fn verify_token(
    token: &str,
    issuers: &[Arc<Issuer>],
    fetcher: &Fetcher,
) -> Result<Identity, Refusal> {
    if token.len() > LONGEST {
        return Err(Refusal::Token("it is too long"));
    }
    let header = decode_header(token).map_err(|_| Refusal::Token("its header cannot be read"))?;
    check_header(&header)?;
    // Which keys it has to be verified with; what it says is believed only then.
    let claimed: Map<String, Value> = jsonwebtoken::dangerous::insecure_decode_claims(token)
        .map_err(|_| Refusal::Token("its claims cannot be read"))?;
    let name = claimed.get("iss").and_then(Value::as_str);
    let issuer = issuers
        .iter()
        .find(|issuer| Some(issuer.settings.issuer.as_str()) == name);
    let issuer = issuer.ok_or(Refusal::Token("its issuer is not one of the access file"))?;
    let settings = &issuer.settings;
    if !settings.algorithms.contains(&header.alg) {
        return Err(Refusal::Token(
            "it is signed with an algorithm that is not accepted",
        ));
    }
    let keys = issuer
        .find_keys(fetcher, header.kid.as_deref(), header.alg)
        .await;
    let keys = keys.map_err(|why| match why {
        NoKey::Unknown => Refusal::Token("its issuer has no such key"),
        NoKey::Unavailable(why) => Refusal::Unavailable(why),
    })?;
    let mut validation = Validation::new(header.alg);
    validation.leeway = LEEWAY;
    validation.validate_nbf = true;
    validation.set_audience(&settings.audience);
    validation.set_issuer(&[&settings.issuer]);
    validation.set_required_spec_claims(&["exp", "iss", "aud"]);
    let mut refusal = Refusal::Token("its issuer has no such key");
    for key in keys {
        match decode::<Map<String, Value>>(token, &key.key, &validation) {
            Ok(verified) => return identify(&verified.claims, issuer),
            Err(error) => refusal = Refusal::Token(explain(error.kind())),
        }
    }
    Err(refusal)
}

fn check_header(header: &Header) -> Result<(), Refusal> {
    if let Some(kind) = &header.typ
        && !TYPES.contains(&kind.to_ascii_lowercase().as_str())
    {
        return Err(Refusal::Token("it is for another purpose (`typ`)"));
    }
    // RFC 7515 section 4.1.11: what has to be understood, and is not, refuses the token.
    if header.crit.is_some() {
        return Err(Refusal::Token("it has critical extensions (`crit`)"));
    }
    Ok(())
}

fn identify(claims: &Map<String, Value>, issuer: &Issuer) -> Result<Identity, Refusal> {
    let settings = &issuer.settings;
    // A list of issuers would count if it has this one among others.
    if claims.get("iss").and_then(Value::as_str) != Some(settings.issuer.as_str()) {
        return Err(Refusal::Token(explain(&ErrorKind::InvalidIssuer)));
    }
    let principal = claims.get(&settings.principal).and_then(Value::as_str);
    let principal = principal.filter(|name| !name.trim().is_empty());
    let principal = principal.ok_or(Refusal::Token("it names no principal"))?;
    Ok(Identity {
        principal: format!("{}{principal}", settings.prefix),
        scopes: list_scopes(claims),
    })
}

/// The scopes of RFC 8693 section 4.2 (`scope`), or of servers that call them `scp`.
fn list_scopes(claims: &Map<String, Value>) -> Vec<String> {
    let mut scopes = Vec::new();
    match claims.get("scope").or_else(|| claims.get("scp")) {
        Some(Value::String(text)) => scopes.extend(text.split_whitespace().map(str::to_owned)),
        Some(Value::Array(list)) => {
            scopes.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
        }
        _ => {}
    }
    scopes
}

fn explain(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::InvalidSignature => "its signature is not that of its issuer",
        ErrorKind::ExpiredSignature => "it has expired",
        ErrorKind::ImmatureSignature => "it is not valid yet",
        ErrorKind::InvalidAudience => "it is for another service (`aud`)",
        ErrorKind::InvalidIssuer => "it is of another issuer (`iss`)",
        ErrorKind::MissingRequiredClaim(_) => "it lacks `exp`, `iss` or `aud`",
        _ => "it cannot be verified",
    }
}
