import type { ErrorCode } from '../../schemas/errors.ts';
import type { JsonSchema } from '../core/json-schema.ts';

const header = (description: string, schema: JsonSchema) => ({ description, schema });

export const requestIdHeader = {
  'X-Request-Id': header('Names this call; the logs carry it too.', { type: 'string' }),
};

export const rateLimitHeaders = {
  'RateLimit-Limit': header('Calls allowed in the window.', { type: 'integer', minimum: 0 }),
  'RateLimit-Remaining': header('Calls left in the window.', { type: 'integer', minimum: 0 }),
  'RateLimit-Reset': header('Seconds until the next window.', { type: 'integer', minimum: 1 }),
  RateLimit: header('limit, remaining and reset together.', { type: 'string' }),
};

export const retryAfterHeader = {
  'Retry-After': header('Seconds to wait before the same call is made again.', { type: 'integer', minimum: 1 }),
};

export const workflowIdHeader = {
  'X-Workflow-Id': header('The durable flow behind the call. Only for callers with a key or session.', {
    type: 'string',
  }),
};

const allowHeader = { Allow: header('The methods of this path.', { type: 'string' }) };

const noStoreHeader = { 'Cache-Control': header('Errors are never cached.', { type: 'string', const: 'no-store' }) };

const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  'request.invalid': 'The path, query or body breaks a rule; details.issues names each field and its rule.',
  'auth.required': 'The key is missing or not valid.',
  'agent.intent.required': 'The intent token is missing, expired or not valid. renew_agent_intent makes a new one.',
  'billing.upgrade_required': "The workspace's subscription does not cover this.",
  'auth.forbidden': 'The key or role does not reach this far.',
  'agent.principal.not_verified': 'The agent’s code was not entered in time, or its consent has lapsed.',
  'agent.principal.revoked': 'The person, or the end of the key, has ended this agent’s consent.',
  'agent.principal.key_mismatch': 'The intent token, or the identity, belongs to another key of the workspace.',
  'agent.principal.scope_missing': 'The person has not allowed this; details.neededScope names what is missing.',
  'resource.not_found': 'There is no such thing, or it is not visible to this caller.',
  'resource.conflict': 'The state of things forbids it, such as a slot that was taken; details.reason says which.',
  'request.unprocessable': 'The request is well formed and cannot be carried out; details.reason says why.',
  'rate.limited': 'Too many calls; Retry-After says how long to wait.',
  'internal.unexpected': 'An error on our side; the request id finds it in the logs.',
  'service.unavailable': 'A dependency is away; the same call repeated finds the same result.',
};

const headersOf = (code: ErrorCode) => ({
  ...requestIdHeader,
  ...workflowIdHeader,
  ...noStoreHeader,
  ...(code === 'rate.limited' ? { ...retryAfterHeader, ...rateLimitHeaders } : {}),
  ...(code === 'service.unavailable' ? retryAfterHeader : {}),
});

/** An example of a refusal. */
const envelopeOf = (code: ErrorCode): JsonSchema => ({ error: { code, message: MEANINGS[code] } });

const response = (code: ErrorCode, description: string, headers: JsonSchema): JsonSchema => ({
  description,
  headers,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' }, example: envelopeOf(code) } },
});

/** The response of an operation with several codes of one status: which of them it is, the envelope says. */
export const responseOfCodes = (codes: readonly ErrorCode[]): JsonSchema => {
  const description = codes.map((code) => `\`${code}\`: ${MEANINGS[code]}`).join(' ');
  const headers = Object.assign({}, ...codes.map(headersOf));
  const code = { type: 'string', enum: [...codes] };
  const narrowed = { type: 'object', properties: { error: { type: 'object', properties: { code } } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/ApiError' }, narrowed] };
  const [first] = codes;
  const example = first && { example: envelopeOf(first) };
  return { description, headers, content: { 'application/json': { schema, ...example } } };
};

/** Answers that every path may also give: to another method, and an unexpected error. */
export const COMMON = { '405': 'method.not_allowed', '500': 'internal.unexpected' } as const;

/** One reusable response for each error code that an operation refers to, and for `COMMON`. */
export const errorResponses = (used: ReadonlySet<string>): Record<string, JsonSchema> => ({
  ...Object.fromEntries(
    (Object.keys(MEANINGS) as ErrorCode[])
      .filter((code) => used.has(code) || code === COMMON['500'])
      .sort()
      .map((code) => [code, response(code, `\`${code}\`: ${MEANINGS[code]}`, headersOf(code))]),
  ),
  [COMMON['405']]: response(
    'request.invalid',
    '`request.invalid`: the path does not answer this method, or the link acts and was loaded ahead of a click.',
    { ...requestIdHeader, ...noStoreHeader, ...allowHeader },
  ),
});
