import { LOOKS_LIKE_A_KEY } from '../../domain/access/api-key.ts';

/** Ids that we give, and addresses of documents without a query. Other texts are no id: they may be a secret in the wrong field. */
const LOOKS_LIKE_AN_ID = /^(?:[\w-]{8,64}|https:\/\/[\w.:/~@%-]{1,250})$/;

/** As long as our tokens: one in the wrong field is not logged whole. */
const SHOWN_CHARACTERS = 8;
const LOOKS_LIKE_A_TOKEN = /^[\w-]{43}$/;

/** The user part of a Basic credential; undefined: there is none. */
function basicUser(authorization: string | undefined): string | undefined {
  const [, coded] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (coded === undefined) return undefined;
  const [user = ''] = Buffer.from(coded, 'base64').toString('utf8').split(':', 1);
  try {
    return decodeURIComponent(user);
  } catch {
    return undefined;
  }
}

/** Which app a request says it is, for the log, where nobody knows it; undefined: it says nothing that looks like an id. */
export function sentClient(parameters: URLSearchParams, authorization: string | undefined): string | undefined {
  const sent = parameters.get('client_id') ?? basicUser(authorization) ?? '';
  if (!LOOKS_LIKE_AN_ID.test(sent) || LOOKS_LIKE_A_KEY.test(sent)) return undefined;
  return LOOKS_LIKE_A_TOKEN.test(sent) ? `${sent.slice(0, SHOWN_CHARACTERS)}…` : sent;
}
