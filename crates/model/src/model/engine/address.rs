//! What an address says of itself: whether it is private, and whether others can read what is sent there.

use core::net::IpAddr;
use toolc_runtime::private::{is_near_host, is_public};

/// Whether traffic to an address leaves the machine and its network unencrypted.
pub(super) fn is_exposed(address: &str) -> bool {
    let scheme = address.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.eq_ignore_ascii_case("http") && !is_near_host(&host_of(address))
}

/// Whether an address is evidently private. The address behind a name is known only at connection
/// time, except for `localhost`.
pub(super) fn is_private(address: &str) -> bool {
    let host = host_of(address);
    match host.parse::<IpAddr>() {
        Ok(address) => !is_public(address),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

/// The host of an address, in lower case and without brackets; empty if it has none.
fn host_of(address: &str) -> String {
    let rest = address.split_once("://").map_or("", |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(host) => host.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    host.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stays_near_is_not_exposed() {
        let exposed = [
            "http://api.example.com/v1",
            "HTTP://api.example.com:8080",
            "http://8.8.8.8/",
            "http://100.64.0.1/",
            "http://[2606:4700::1111]/",
            "http://localhost.example.com/",
            "http://localhost@example.com/",
            "http://0x7f.1/",
            "http://petstore:8080/",
        ];
        let safe = [
            "https://api.example.com",
            "/v1",
            "http://localhost:8080/v1",
            "http://API.localhost",
            "http://127.0.0.1:9",
            "http://[::1]:9/",
            "http://[::ffff:10.0.0.1]/",
            "http://192.168.1.1?a",
            "http://[fd00::1]",
        ];
        assert_eq!(exposed.iter().find(|address| !is_exposed(address)), None);
        assert_eq!(safe.iter().find(|address| is_exposed(address)), None);
    }

    #[test]
    fn what_is_private_says_so_itself() {
        let private = [
            "http://127.0.0.1:8765/v1",
            "https://LOCALHOST/",
            "http://api.localhost:1",
            "http://10.0.0.7",
            "http://169.254.169.254/latest",
            "http://[::1]:9/",
            "http://[::ffff:127.0.0.1]/",
            "http://user@192.168.1.1?a",
        ];
        let public = [
            "https://api.example.com",
            "http://8.8.8.8:80/v1",
            "http://[2606:4700::1111]/",
            "/v1",
            "https://localhost.example.com/",
            "https://127.0.0.1.example.com/",
        ];
        assert_eq!(private.iter().find(|address| !is_private(address)), None);
        assert_eq!(public.iter().find(|address| is_private(address)), None);
    }
}
