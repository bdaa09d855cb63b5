//! Whether an address is for this machine alone.

use std::net::{SocketAddr, ToSocketAddrs};

/// Whether other machines may reach what listens at an address, `host:port`. What is not an address is told when it is bound.
pub fn is_open_address(address: &str) -> bool {
    let resolved = address.to_socket_addrs().map(Iterator::collect);
    let resolved: Vec<SocketAddr> = resolved.unwrap_or_default();
    resolved
        .iter()
        .any(|address| !address.ip().to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_for_this_machine() {
        for address in [
            "127.0.0.1:0",
            "127.9.9.9:80",
            "[::1]:0",
            "[::ffff:127.0.0.1]:0",
            "nonsense",
        ] {
            assert!(!is_open_address(address), "{address}");
        }
        for address in [
            "0.0.0.0:0",
            "[::]:0",
            "192.0.2.1:80",
            "[::ffff:192.0.2.1]:0",
        ] {
            assert!(is_open_address(address), "{address}");
        }
    }
}
