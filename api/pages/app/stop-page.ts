import { powersOf } from '../../../domain/access/power-words.ts';
import { linkless } from '../../../domain/mail/linkless.ts';
import { readSignedId } from '../../../domain/secrets.ts';
import { singleLine } from '../../../domain/untrusted-text.ts';
import { readStoppable, type StoppableAccess } from '../../../store/access/stop-access.ts';
import type { Visit } from '../shell/visit.ts';
import { showNothingStopped } from './dead-link.ts';

/** As its mail shows it: agents name themselves and their keys, so nothing in a name reads as a link (docs/decisions/mail.md#text-for-strangers). */
const nameIn = (text: string): string => singleLine(linkless(text), 80);

const read = async ({
  kit,
  part,
}: {
  readonly kit: Visit['kit'];
  readonly part: string;
}): Promise<StoppableAccess | undefined> => {
  const { sql, secrets } = kit.services;
  const id = readSignedId(secrets.stopAccess, part);
  return id === null ? undefined : readStoppable(sql, id);
};

/** GET {app_url}/access/stop/{token}: what it is, and whether it still works. Mail scanners open links too, so it changes nothing. */
export async function showStop(visit: Visit): Promise<void> {
  if (await visit.isOverLimit()) return;
  const access = await read({ kit: visit.kit, part: visit.part('token') });
  if (!access) return showNothingStopped(visit);
  const { kind, name, workspaceName, madeWith, source, clientIp, createdAt, isWorking, power, app } = access;
  const facts = {
    ...{ kind, source, clientIp },
    name: nameIn(name),
    workspaceName: workspaceName === null ? null : nameIn(workspaceName),
    app,
    madeWith: madeWith === null ? null : nameIn(madeWith),
    may: power === null ? [] : powersOf(power, visit.locale.language, app !== null),
    createdAt: createdAt.toISOString(),
  };
  visit.show('stopAccess', { ...facts, isWorking, action: visit.request.path });
}

/** POST {app_url}/access/stop/{token}: ends it. The token is the proof. */
export async function submitStop(visit: Visit): Promise<void> {
  const answer = await visit.ask('access', 'stopAccess', { token: visit.part('token') });
  if (answer.ok) return visit.goTo(visit.request.path);
  if (answer.status === 404 || answer.status === 400) return showNothingStopped(visit);
  visit.fail(answer, visit.request.path);
}
