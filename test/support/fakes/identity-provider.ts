import { OAuth2Server } from 'oauth2-mock-server';

const MICROSOFT = 'https://login.microsoftonline.com';

/** Claims of the next id_token besides those that the protocol requires. */
export type Claims = Record<string, unknown>;

export interface TokenCall {
  readonly code_verifier?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly redirect_uri?: string;
}

interface TokenAnswer {
  body: Record<string, unknown>;
  statusCode: number;
}

/**
 * An identity provider over HTTP. It accepts any code and client secret, and does not require PKCE: check `authorizationQuery` and
 * `tokenRequest` for the values that were sent.
 */
export interface FakeProvider {
  readonly issuer: string;
  /** Claims of the next id_token; undefined removes one. */
  claims: Claims;
  /** Rewrites the next answers of the token endpoint. */
  rewriteToken: ((body: Record<string, unknown>) => Record<string, unknown>) | null;
  /** True: it answers that the client is invalid, as for a wrong secret. */
  refusesClient: boolean;
  /** The query of the last authorization request, and the body of the last exchange. */
  authorizationQuery: URLSearchParams;
  tokenRequest: TokenCall;
  /** Opens the address as a browser does and is redirected back. Returns the path of that redirect. */
  visit(location: string | null): Promise<string>;
  stop(): Promise<void>;
}

export async function startIdentityProvider(): Promise<FakeProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const issuer = server.issuer.url ?? '';
  const provider: FakeProvider = {
    issuer,
    claims: {},
    rewriteToken: null,
    refusesClient: false,
    authorizationQuery: new URLSearchParams(),
    tokenRequest: {},
    async visit(location) {
      const url = new URL(location ?? '');
      provider.authorizationQuery = url.searchParams;
      const here = url.origin === MICROSOFT ? `${issuer}/authorize${url.search}` : url.href;
      const answer = await fetch(here, { redirect: 'manual' });
      const back = new URL(answer.headers.get('location') ?? '');
      return `${back.pathname}${back.search}`;
    },
    stop: () => server.stop(),
  };
  server.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    for (const [name, value] of Object.entries(provider.claims)) {
      if (value === undefined) delete token.payload[name];
      else token.payload[name] = value;
    }
  });
  server.service.on('beforeResponse', (answer: TokenAnswer, request: { body: TokenCall }) => {
    provider.tokenRequest = request.body;
    if (provider.rewriteToken) answer.body = provider.rewriteToken(answer.body);
    if (!provider.refusesClient) return;
    answer.statusCode = 401;
    answer.body = { error: 'invalid_client', error_description: 'a text of theirs' };
  });
  return provider;
}

/**
 * A fetch that sends every request for Microsoft's host to the fake provider. The discovery
 * document has the shape of Microsoft's `common`, with `{tenantid}` in its issuer.
 */
export const asMicrosoft =
  ({ issuer }: FakeProvider): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input));
    if (url.origin !== MICROSOFT) throw new Error(`asked ${url.origin}`);
    if (url.pathname.endsWith('/.well-known/openid-configuration')) {
      const document = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as object;
      return Response.json({
        ...document,
        issuer: `${MICROSOFT}/{tenantid}/v2.0`,
        authorization_endpoint: `${MICROSOFT}/common/oauth2/v2.0/authorize`,
        token_endpoint: `${MICROSOFT}/common/oauth2/v2.0/token`,
        jwks_uri: `${MICROSOFT}/common/discovery/v2.0/keys`,
      });
    }
    return fetch(`${issuer}${url.pathname.endsWith('/keys') ? '/jwks' : '/token'}`, init);
  };

export const microsoftIssuer = (tenantId: string): string => `${MICROSOFT}/${tenantId}/v2.0`;
export const MICROSOFT_COMMON = `${MICROSOFT}/common/v2.0`;
