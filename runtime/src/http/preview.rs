//! A request as people may read it before it is sent.

use super::client::Client;
use super::operation::Operation;
use crate::context::Context;

/// A request that a call would send, without its credentials, which are added only when it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestPreview {
    /// The method, such as `GET`.
    pub method: String,
    /// The whole address, encoded.
    pub url: String,
    /// Names and values, in the order in which they are sent; cookies are one of them.
    pub headers: Vec<(String, String)>,
    /// The bytes of the body, if there is one.
    pub body: Option<Vec<u8>>,
}

impl Client {
    /// Builds the request of a call with valid arguments, and sends nothing. What is secret among the arguments is in
    /// it: pass arguments without their secrets to show it to people.
    ///
    /// # Errors
    /// Says for operators why a call would fail here: no address, an address that may not be called, an argument that
    /// cannot be sent.
    pub fn preview_request(
        &self,
        operation: &'static Operation,
        arguments: &str,
        context: &Context,
    ) -> Result<RequestPreview, String> {
        let prepared = self.prepare(operation, arguments, context);
        let prepared = prepared.map_err(|failure| {
            let fault = failure.into_fault(operation.path);
            fault.detail.unwrap_or(fault.error.message)
        })?;
        let request = prepared.into_request();
        let mut headers = Vec::new();
        for (name, value) in &request.headers {
            let value = String::from_utf8_lossy(value.as_bytes());
            headers.push((name.as_str().to_owned(), value.into_owned()));
        }
        if !request.cookies.is_empty() {
            headers.push(("cookie".to_owned(), request.cookies.join("; ")));
        }
        Ok(RequestPreview {
            method: request.method.to_string(),
            url: request.url.into(),
            headers,
            body: request.body,
        })
    }
}
