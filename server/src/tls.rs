//! Connections with TLS, with certificates of clients if they are asked for.

use crate::access::ClientNames;
use http::Extensions;
use rustls::RootCertStore;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use toolc_runtime::mcp_server::Transport;

/// The files of TLS.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The certificates of the server, its own first, in PEM.
    pub certificates: std::path::PathBuf,
    /// The private key of the first of them, in PEM.
    pub key: std::path::PathBuf,
    /// The authorities whose certificates clients may show; without it, none is asked for.
    pub client_authorities: Option<std::path::PathBuf>,
}

/// Connections with TLS 1.2 or 1.3. Clones have the same certificate.
#[derive(Clone)]
pub struct Tls {
    files: Arc<TlsFiles>,
    config: Arc<RwLock<Arc<rustls::ServerConfig>>>,
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// Says which of them cannot be read, or why they do not go together.
    pub fn read(files: TlsFiles) -> Result<Self, String> {
        let config = read_config(&files)?;
        Ok(Tls {
            files: Arc::new(files),
            config: Arc::new(RwLock::new(Arc::new(config))),
        })
    }

    /// Reads the files again, for a certificate that has been renewed. If they cannot be read, what was there is kept.
    ///
    /// # Errors
    /// As [`Tls::read`].
    pub fn reload(&self) -> Result<(), String> {
        let config = Arc::new(read_config(&self.files)?);
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }
}

fn read_config(files: &TlsFiles) -> Result<rustls::ServerConfig, String> {
    let certificates = read_certificates(&files.certificates)?;
    let key = PrivateKeyDer::from_pem_file(&files.key)
        .map_err(|error| format!("`{}`: {error}", files.key.display()))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    let builder = match &files.client_authorities {
        None => builder.with_no_client_auth(),
        Some(path) => {
            let mut roots = RootCertStore::empty();
            for certificate in read_certificates(path)? {
                let added = roots.add(certificate);
                added.map_err(|error| format!("`{}`: {error}", path.display()))?;
            }
            // Whoever has no certificate may still have a token; who may call is decided for each request.
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider)
                .allow_unauthenticated()
                .build()
                .map_err(|error| format!("`{}`: {error}", path.display()))?;
            builder.with_client_cert_verifier(verifier)
        }
    };
    let mut config = builder
        .with_single_cert(certificates, key)
        .map_err(|error| format!("`{}`: {error}", files.certificates.display()))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

fn read_certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let said = |error: &dyn fmt::Display| format!("`{}`: {error}", path.display());
    let read = CertificateDer::pem_file_iter(path).map_err(|error| said(&error))?;
    let mut certificates = Vec::new();
    for certificate in read {
        certificates.push(certificate.map_err(|error| said(&error))?);
    }
    if certificates.is_empty() {
        return Err(format!("`{}` has no certificate", path.display()));
    }
    Ok(certificates)
}

impl Transport for Tls {
    type Stream = TlsStream<TcpStream>;

    async fn accept(&self, stream: TcpStream) -> io::Result<(Self::Stream, Extensions)> {
        let config = {
            let config = self.config.read().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(&config)
        };
        let stream = TlsAcceptor::from(config).accept(stream).await?;
        let mut known = Extensions::new();
        let shown = stream.get_ref().1.peer_certificates();
        if let Some(certificate) = shown.and_then(|certificates| certificates.first()) {
            known.insert(ClientNames(list_names(certificate)));
        }
        Ok((stream, known))
    }
}

/// The names of a verified certificate: those of hosts and the URIs, among them SPIFFE's, of its subject alternative names.
fn list_names(certificate: &CertificateDer<'_>) -> Vec<String> {
    let Ok(certificate) = webpki::EndEntityCert::try_from(certificate) else {
        return Vec::new();
    };
    let hosts = certificate.valid_dns_names().map(str::to_owned);
    let mut names: Vec<String> = hosts.collect();
    names.extend(certificate.valid_uri_names().map(str::to_owned));
    names
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls")
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}
