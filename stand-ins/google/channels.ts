import { createHash } from 'node:crypto';
import { type Answer, jsonOf } from '../http.ts';
import type { ListEntry } from './accounts.ts';
import type { ApiParts, Call } from './call.ts';
import { GoogleFailure, invalid, notFound } from './failure.ts';

interface ChannelBody {
  readonly id?: string;
  readonly type?: string;
  readonly address?: string;
  readonly token?: string;
  readonly expiration?: string | number;
  readonly resourceId?: string;
  readonly params?: Readonly<Record<string, string>>;
}

const LONGEST_MS = 30 * 86_400_000;
const DEFAULT_SECONDS = 604_800;

/** `events.watch` */
export function openChannel({ push, now }: ApiParts, call: Call, { calendar }: ListEntry): object {
  const body = jsonOf(call.asked) as ChannelBody;
  const { id = '', address = '', token = null } = body;
  if (!/^[\w+/=-]{1,64}$/.test(id)) throw invalid('id', 'Invalid channel id.');
  if (body.type !== 'web_hook') throw invalid('type', 'Unknown channel type.');
  if (token !== null && token.length > 256) throw invalid('token', 'Channel token too long.');
  if (push.channels.has(id)) throw new GoogleFailure(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
  if (calendar.facts.isVirtual)
    throw new GoogleFailure(
      400,
      'pushNotSupportedForRequestedResource',
      'Push notifications are not supported by this resource.',
    );
  // Google takes https alone; a stand-in on this machine also takes this machine.
  const isHere = URL.canParse(address) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
  if (!address.startsWith('https://') && !isHere)
    throw new GoogleFailure(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`);
  const wantedMs =
    body.expiration === undefined
      ? now() + Number(body.params?.ttl ?? DEFAULT_SECONDS) * 1_000
      : Number(body.expiration);
  const expiresMs = Math.min(wantedMs, now() + LONGEST_MS);
  const resourceId = createHash('sha256').update(calendar.facts.id).digest('base64url').slice(0, 27);
  const resourceUri = `${call.asked.url.origin}${call.asked.url.pathname.replace(/\/watch$/, '')}?alt=json`;
  const owner = `${call.grant.clientId} ${call.account.sub}`;
  push.open({ id, resourceId, calendarId: calendar.facts.id, resourceUri, address, token, expiresMs, owner });
  return {
    kind: 'api#channel',
    id,
    resourceId,
    resourceUri,
    ...(token === null ? {} : { token }),
    expiration: String(expiresMs),
  };
}

/** `channels.stop` */
export function stopChannel({ push }: ApiParts, call: Call): Answer {
  const { id = '', resourceId } = jsonOf(call.asked) as ChannelBody;
  const channel = push.channels.get(id);
  if (channel?.resourceId !== resourceId || channel?.owner !== `${call.grant.clientId} ${call.account.sub}`)
    throw notFound();
  push.channels.delete(id);
  return { status: 204 };
}
