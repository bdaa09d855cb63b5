//! IP addresses that are not on the public internet: private, loopback, link-local, metadata services and
//! everything else that is reserved (IANA, "Special-Purpose Address Registries"). Also which hosts are this
//! machine or in its local network. The compiler checks literal addresses by the same rules.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 blocks that are not public: the first address and the prefix length.
const V4: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 3),
    // Azure's metadata service, which has a public address.
    ([168, 63, 129, 16], 32),
];

/// The IPv6 block that is allocated for the public internet.
const V6_PUBLIC: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Blocks within it that are not public.
const V6: &[(Ipv6Addr, u32)] = &[
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// IPv6 blocks whose addresses embed an IPv4 address, and the bit at which it starts: mapped, compatible,
/// NAT64 and 6to4.
const V4_WITHIN: &[(Ipv6Addr, u32, u32)] = &[
    (Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96, 96),
    (Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 0), 96, 96),
    (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96, 96),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, 16),
];

/// Whether a host is this machine or in its local network, judging by what the URL says: which address a name
/// resolves to is known only when the connection is made. An IPv6 address has no brackets.
pub fn is_near_host(host: &str) -> bool {
    let Ok(address) = host.parse::<IpAddr>() else {
        return host == "localhost" || host.ends_with(".localhost");
    };
    match address.to_canonical() {
        IpAddr::V4(host) => host.is_loopback() || host.is_private() || host.is_link_local(),
        IpAddr::V6(host) => {
            host.is_loopback() || host.is_unique_local() || host.is_unicast_link_local()
        }
    }
}

/// Whether an address is on the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    let within = |(first, length): &([u8; 4], u32)| {
        let first = Ipv4Addr::from(*first).to_bits();
        (bits ^ first) >> (32 - length) == 0
    };
    !V4.iter().any(within)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let bits = address.to_bits();
    let is_in = |first: Ipv6Addr, length: u32| (bits ^ first.to_bits()) >> (128 - length) == 0;
    let within = V4_WITHIN
        .iter()
        .find(|(first, length, _)| is_in(*first, *length));
    if let Some((_, _, begin)) = within {
        let bits = (bits >> (96 - begin)) as u32;
        return is_public_v4(Ipv4Addr::from_bits(bits));
    }
    is_in(V6_PUBLIC.0, V6_PUBLIC.1) && !V6.iter().any(|(first, length)| is_in(*first, *length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_public() {
        let public = [
            "1.1.1.1",
            "8.8.8.8",
            "172.32.0.1",
            "100.128.0.1",
            "192.0.1.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ];
        let private = [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.168.1.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "168.63.129.16",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "100::1",
            "3fff::1",
            "64:ff9b:1::1",
        ];
        let is_public = |text: &&str| is_public(text.parse().expect("an address"));
        assert_eq!(public.iter().filter(|text| !is_public(text)).count(), 0);
        assert_eq!(private.iter().find(|text| is_public(text)), None);
    }
}
