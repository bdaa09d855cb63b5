//! Signatures of tokens, verified by ring, which TLS needs anyway. Nothing is signed here.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::signature::{
    self as algorithms, RsaParameters, UnparsedPublicKey, VerificationAlgorithm,
};
use signature::Verifier;

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    verifier_factory: make_verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Has tokens verified by ring, unless the program has chosen another library already.
pub(super) fn install_provider() {
    // Whatever was chosen before verifies the same algorithms.
    let _ = PROVIDER.install_default();
}

struct RingVerifier {
    algorithm: Algorithm,
    key: DecodingKey,
}

fn make_verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    if key.family() != algorithm.family() {
        return Err(ErrorKind::InvalidAlgorithm.into());
    }
    Ok(Box::new(RingVerifier {
        algorithm: *algorithm,
        key: key.clone(),
    }))
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signed: &Vec<u8>) -> Result<(), signature::Error> {
        let outcome = match self.key.kind() {
            DecodingKeyKind::RsaModulusExponent { n, e } => {
                let parameters = rsa(self.algorithm).ok_or_else(signature::Error::new)?;
                ring::rsa::PublicKeyComponents { n, e }.verify(parameters, message, signed)
            }
            DecodingKeyKind::SecretOrDer(key) => {
                let algorithm = other(self.algorithm).ok_or_else(signature::Error::new)?;
                UnparsedPublicKey::new(algorithm, key).verify(message, signed)
            }
        };
        outcome.map_err(|_| signature::Error::new())
    }
}

/// Keys of fewer than 2,048 bits are refused.
fn rsa(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    Some(match algorithm {
        Algorithm::RS256 => &algorithms::RSA_PKCS1_2048_8192_SHA256,
        Algorithm::RS384 => &algorithms::RSA_PKCS1_2048_8192_SHA384,
        Algorithm::RS512 => &algorithms::RSA_PKCS1_2048_8192_SHA512,
        Algorithm::PS256 => &algorithms::RSA_PSS_2048_8192_SHA256,
        Algorithm::PS384 => &algorithms::RSA_PSS_2048_8192_SHA384,
        Algorithm::PS512 => &algorithms::RSA_PSS_2048_8192_SHA512,
        _ => return None,
    })
}

fn other(algorithm: Algorithm) -> Option<&'static dyn VerificationAlgorithm> {
    Some(match algorithm {
        Algorithm::ES256 => &algorithms::ECDSA_P256_SHA256_FIXED,
        Algorithm::ES384 => &algorithms::ECDSA_P384_SHA384_FIXED,
        Algorithm::EdDSA => &algorithms::ED25519,
        _ => return None,
    })
}
