/** Of the library's metadata (RFC 8414) what we serve. The rest belongs to OpenID Connect, which we do not. */
const SERVED = [
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint', 'jwks_uri'],
  ...['response_types_supported', 'grant_types_supported', 'code_challenge_methods_supported'],
  ...['token_endpoint_auth_methods_supported', 'token_endpoint_auth_signing_alg_values_supported'],
  ...['authorization_response_iss_parameter_supported', 'client_id_metadata_document_supported'],
  // Without it, clients may send one (its default is true in OpenID Connect).
  'request_uri_parameter_supported',
  // Clients that read openid-configuration refuse it without these two.
  ...['subject_types_supported', 'id_token_signing_alg_values_supported'],
] as const;

/** The metadata as we promise them: nothing that is not served. @param scopes those that apps can ask for */
export function servedMetadata(made: Readonly<Record<string, unknown>>, scopes: readonly string[]): object {
  return {
    ...Object.fromEntries(SERVED.flatMap((name) => (made[name] === undefined ? [] : [[name, made[name]]]))),
    scopes_supported: scopes,
    response_modes_supported: ['query'],
    revocation_endpoint_auth_methods_supported: made.token_endpoint_auth_methods_supported,
    revocation_endpoint_auth_signing_alg_values_supported: made.token_endpoint_auth_signing_alg_values_supported,
  };
}
