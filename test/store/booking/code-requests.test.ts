import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenHash } from '../../../domain/secrets.ts';
import type { CodeRequest } from '../../../store/booking/challenges.ts';
import { findChallengeByToken, markCodeAccepted, readChallenge } from '../../../store/booking/challenges.ts';
import { acceptCode } from '../../../store/booking/code-guesses.ts';
import { refuseInbox } from '../../../store/booking/holds.ts';
import { askCode, bookingRequest, newGuest } from '../../support/drivers/guest.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
let host: TestHost;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
  host = await createHost(database.sql);
});
afterAll(() => database.close());

/** A code whose mail was accepted at once. */
const asked = async (request: Partial<CodeRequest> = {}) => {
  const issue = await askCode(database.sql, host, request);
  await markCodeAccepted(database.sql, issue.challenge.id, issue.challenge.issueNo);
  return issue.challenge;
};

const letPass = async (guestEmail: string, seconds: number) => {
  await database.sql`
    update challenges set issued_at = issued_at - ${seconds} * interval '1 second' where guest_email = ${guestEmail}`;
  await database.sql`
    update code_issues set created_at = created_at - ${seconds} * interval '1 second' where guest_email = ${guestEmail}`;
};

const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof Error && 'refused' in error)) throw new Error('not refused');
  return error as Error & { refused: string; limit: number; retryAfterSeconds: number };
};

const issuesOf = async (guestEmail: string) =>
  (await database.sql`select 1 from code_issues where guest_email = ${guestEmail}`).length;

describe('the language of a code request', () => {
  const languageOf = async (guestEmail: string) =>
    (await database.sql`select language from challenges where guest_email = ${guestEmail}`).map(
      ({ language }) => language,
    );

  it('is that of the page that asked last from the network that opened it; callers without one change nothing', async () => {
    const guestEmail = newGuest();
    await asked({ guestEmail });
    expect(await languageOf(guestEmail)).toEqual(['en']);
    await asked({ guestEmail, language: 'de' });
    await asked({ guestEmail });
    await asked({ guestEmail, language: 'en', clientNetwork: 'network of somebody else' });
    expect(await languageOf(guestEmail)).toEqual(['de']);
  });

  it('is that of the caller who asks for another code, from any network', async () => {
    const guestEmail = newGuest();
    await asked({ guestEmail, language: 'de', clientNetwork: 'network of somebody else' });
    await letPass(guestEmail, 31);
    await asked({ guestEmail, language: 'en' });
    expect(await languageOf(guestEmail)).toEqual(['en']);
    await letPass(guestEmail, 31);
    await asked({ guestEmail, language: 'de' });
    await letPass(guestEmail, 31);
    await asked({ guestEmail });
    expect(await languageOf(guestEmail)).toEqual(['en']);
  });

  it('comes with the region that the page named, and goes with it', async () => {
    const guestEmail = newGuest();
    const { id } = await asked({ guestEmail, language: 'en', region: 'US' });
    expect((await readChallenge(database.sql, id))?.region).toBe('US');
    await asked({ guestEmail, language: 'en' });
    expect((await readChallenge(database.sql, id))?.region).toBeNull();
  });

  it('is English where a newer version wrote one that is not spoken here', async () => {
    const { id } = await asked({ language: 'de' });
    await database.sql`update challenges set language = 'pt-BR' where id = ${id}`;
    expect((await readChallenge(database.sql, id))?.language).toBe('en');
  });
});

describe('a code asked for again', () => {
  it.each([
    ['within 30 s', 29, true, 1],
    ['after 30 s', 31, true, 2],
    ['after 30 s by a GET', 31, false, 1],
  ])('%s: issue %4$s', async (_, seconds, mayResend, issueNo) => {
    const guestEmail = newGuest();
    const first = await asked({ guestEmail });
    await letPass(guestEmail, seconds);
    const again = await asked({ guestEmail, mayResend });
    expect([again.id, again.issueNo]).toEqual([first.id, issueNo]);
    expect(await issuesOf(guestEmail)).toBe(issueNo);
  });

  it('while its mail is not accepted: the same issue, whatever the time', async () => {
    const guestEmail = newGuest();
    await askCode(database.sql, host, { guestEmail });
    await letPass(guestEmail, 300);
    expect((await askCode(database.sql, host, { guestEmail })).challenge.issueNo).toBe(1);
    expect(await issuesOf(guestEmail)).toBe(1);
  });

  it('by many at once: one challenge, one issue', async () => {
    const guestEmail = newGuest();
    const issues = await Promise.all(Array.from({ length: 10 }, () => askCode(database.sql, host, { guestEmail })));
    expect(new Set(issues.map(({ challenge }) => challenge.id)).size).toBe(1);
    expect(await issuesOf(guestEmail)).toBe(1);
  });

  it('by many at once after 30 s: one new issue', async () => {
    const guestEmail = newGuest();
    await asked({ guestEmail });
    await letPass(guestEmail, 31);
    const issues = await Promise.all(Array.from({ length: 10 }, () => askCode(database.sql, host, { guestEmail })));
    expect(new Set(issues.map(({ challenge }) => challenge.issueNo))).toEqual(new Set([2]));
    expect(await issuesOf(guestEmail)).toBe(2);
  });

  it('forgets wrong guesses with the code they were about', async () => {
    const guestEmail = newGuest();
    const { id } = await asked({ guestEmail });
    await database.sql`update challenges set wrong_guesses = 14 where id = ${id}`;
    await letPass(guestEmail, 31);
    await asked({ guestEmail });
    const [row] = await database.sql`select wrong_guesses from challenges where id = ${id}`;
    expect(row?.wrong_guesses).toBe(0);
  });

  it('after the challenge was closed: another challenge', async () => {
    const guestEmail = newGuest();
    const { id } = await asked({ guestEmail });
    await refuseInbox(database.sql, id);
    expect((await asked({ guestEmail })).id).not.toBe(id);
  });
});

describe('caps', () => {
  const fill = async (guestEmail: string, codes: number, secondsBetween: number) => {
    for (let n = 1; n <= codes; n++) {
      await refuseInbox(database.sql, (await asked({ guestEmail, clientNetwork: `network ${n}` })).id);
      await letPass(guestEmail, secondsBetween);
    }
  };

  it('ten in an hour, and the wait ends when the first of them is an hour old', async () => {
    const guestEmail = newGuest();
    await fill(guestEmail, 10, 60);
    const refused = await refusal(asked({ guestEmail }));
    expect(refused).toMatchObject({ refused: 'too_many_codes', limit: 10 });
    expect(Math.abs(refused.retryAfterSeconds - 3_000)).toBeLessThan(30);
    expect(await issuesOf(guestEmail)).toBe(10);
    await letPass(guestEmail, refused.retryAfterSeconds);
    await asked({ guestEmail });
  });

  it('twenty in a day, and the wait ends when the first of them is a day old', async () => {
    const guestEmail = newGuest();
    await fill(guestEmail, 20, 600);
    const refused = await refusal(asked({ guestEmail }));
    expect(refused).toMatchObject({ limit: 20 });
    expect(Math.abs(refused.retryAfterSeconds - (86_400 - 12_000))).toBeLessThan(30);
    await letPass(guestEmail, refused.retryAfterSeconds);
    await asked({ guestEmail });
  });

  it('count for the inbox too, for any guests; and a challenge that is refused leaves nothing', async () => {
    const receivingEmail = newGuest();
    const guests = Array.from({ length: 11 }, () => newGuest());
    for (const guestEmail of guests.slice(0, 10)) await asked({ guestEmail, receivingEmail });
    const last = guests[10] ?? '';
    expect((await refusal(asked({ guestEmail: last, receivingEmail }))).limit).toBe(10);
    expect(await database.sql`select 1 from challenges where guest_email = ${last}`).toHaveLength(0);
    await asked({ guestEmail: last });
  });

  it('count for one inbox whatever tag or dots its address has', async () => {
    const [local] = newGuest().split('@');
    const spelled = (n: number) => `${[...(local ?? '')].join(n % 2 ? '.' : '').replaceAll('..', '.')}+${n}@gmail.com`;
    const ask = (n: number) => asked({ guestEmail: spelled(n), clientNetwork: `network ${n}` });
    for (let n = 0; n < 10; n++) await ask(n);
    expect((await refusal(ask(10))).limit).toBe(10);
  });

  it('of a guest who many inboxes ask for leave the guest their own, and hold for those inboxes together', async () => {
    const guestEmail = newGuest();
    for (let n = 1; n <= 10; n++)
      await asked({ guestEmail, receivingEmail: newGuest(), clientNetwork: `network ${n}` });
    expect((await refusal(asked({ guestEmail, receivingEmail: newGuest() }))).limit).toBe(10);
    await fill(guestEmail, 10, 0);
    expect((await refusal(asked({ guestEmail, receivingEmail: guestEmail.toUpperCase() }))).limit).toBe(10);
  });

  it('hold when many ask at once, over many events', async () => {
    const guestEmail = newGuest();
    const hosts = await Promise.all(Array.from({ length: 15 }, () => createHost(database.sql)));
    const answers = await Promise.allSettled(
      hosts.map((one, n) => askCode(database.sql, one, { guestEmail, clientNetwork: `network ${n}` })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await issuesOf(guestEmail)).toBe(10);
  });

  it('leave the guest codes when a stranger had all of theirs from one network', async () => {
    const guestEmail = newGuest();
    const stranger = { guestEmail, clientNetwork: '198.51.100.66' };
    const hosts = await Promise.all(Array.from({ length: 10 }, () => createHost(database.sql)));
    const answers = await Promise.allSettled(hosts.map((one) => askCode(database.sql, one, stranger)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect((await asked({ guestEmail, clientNetwork: '203.0.113.5' })).issueNo).toBe(1);
  });

  it('leave a network that proved this inbox before three codes an hour, however many others asked for', async () => {
    const guestEmail = newGuest();
    const known = { guestEmail, clientNetwork: '203.0.113.5', clientHash: tokenHash(guestEmail) };
    const proof = { ...known, request: bookingRequest(guestEmail, Date.now()) };
    expect(await acceptCode(database.sql, await asked(known), proof)).toMatchObject({ allowed: true });
    await letPass(guestEmail, 86_400);
    await fill(guestEmail, 10, 1);
    expect((await refusal(asked({ guestEmail, clientNetwork: '203.0.113.99' }))).limit).toBe(10);
    for (let n = 1; n <= 3; n++) await refuseInbox(database.sql, (await asked(known)).id);
    expect((await refusal(asked(known))).limit).toBe(10);
  });

  it('do not count where no code is needed', async () => {
    const guestEmail = newGuest();
    for (let n = 1; n <= 12; n++)
      await refuseInbox(database.sql, (await asked({ guestEmail, verificationRequired: false })).id);
    expect(await issuesOf(guestEmail)).toBe(0);
  });
});

describe('a whole booking asked for by GET', () => {
  const hashOf = (guestEmail: string, mark: number) => tokenHash(`${guestEmail} ${mark}`);
  const link = (guestEmail: string, startMs: number, mark: number) => ({
    guestEmail,
    startMs,
    mayResend: false,
    confirm: { request: bookingRequest(guestEmail, startMs), tokenHashOf: () => hashOf(guestEmail, mark) },
  });
  const linksOf = async (challengeId: string) =>
    (await database.sql`select 1 from confirm_requests where challenge_id = ${challengeId}`).length;

  it('is kept behind its own link, beside those of other requests; the hold is of the latest', async () => {
    const here = await createHost(database.sql);
    const [first = 0, second = 0] = await here.openStarts();
    const guestEmail = newGuest();
    await askCode(database.sql, here, link(guestEmail, first, 1));
    const { challenge, hold } = await askCode(database.sql, here, link(guestEmail, second, 2));
    for (const [mark, startMs] of [first, second].entries()) {
      const request = await findChallengeByToken(database.sql, hashOf(guestEmail, mark + 1));
      expect([request?.id, request?.request.startMs, request?.startMs]).toEqual([challenge.id, startMs, second]);
    }
    expect(hold?.held).toBe(true);
    expect(await here.openStarts()).toContain(first);
  });

  it('asked for again is the same link, twins included', async () => {
    const [startMs = 0] = await host.openStarts();
    const guestEmail = newGuest();
    const request = link(guestEmail, startMs, 1);
    const [issue] = await Promise.all([1, 2, 3].map(() => askCode(database.sql, host, request)));
    await askCode(database.sql, host, request);
    expect(await linksOf(issue?.challenge.id ?? '')).toBe(1);
  });

  it('has twenty links for a client, who uses up nobody else’s, and goes with its challenge', async () => {
    const [startMs = 0] = await (await createHost(database.sql)).openStarts();
    const guestEmail = newGuest();
    const ask = (mark: number, clientNetwork = 'flood') =>
      askCode(database.sql, host, { ...link(guestEmail, startMs, mark), clientNetwork, startMs: null });
    for (let mark = 1; mark <= 20; mark++) await ask(mark);
    const refused = await refusal(ask(21));
    expect(refused).toMatchObject({ refused: 'too_many_links', limit: 20 });
    expect(Math.abs(refused.retryAfterSeconds - 600)).toBeLessThan(30);
    await ask(1);
    const { challenge } = await ask(22, 'elsewhere');
    expect(await linksOf(challenge.id)).toBe(21);
    await database.sql`delete from challenges where id = ${challenge.id}`;
    expect(await findChallengeByToken(database.sql, hashOf(guestEmail, 1))).toBeUndefined();
  });

  it('asked for from elsewhere neither moves nor ends the hold, nor changes what the mail says', async () => {
    const here = await createHost(database.sql);
    const [first = 0, second = 0] = await here.openStarts();
    const guestEmail = newGuest();
    await askCode(database.sql, here, link(guestEmail, first, 1));
    const fromElsewhere = { clientNetwork: 'elsewhere' };
    const { challenge, hold } = await askCode(database.sql, here, { ...link(guestEmail, second, 2), ...fromElsewhere });
    expect(hold).toEqual({ held: false, reason: 'too_many_holds' });
    const request = await findChallengeByToken(database.sql, hashOf(guestEmail, 2));
    expect([request?.id, request?.startMs]).toEqual([challenge.id, first]);
    const again = await askCode(database.sql, here, { ...link(guestEmail, first, 3), ...fromElsewhere });
    expect(again.hold?.held).toBe(true);
    expect(await here.openStarts()).not.toContain(first);
    expect(await here.openStarts()).toContain(second);
  });

  it('needs the code from then on that another call of the same guest needs', async () => {
    const guestEmail = newGuest();
    const open = await asked({ guestEmail, verificationRequired: false });
    expect(open.verificationRequired).toBe(false);
    const strict = await asked({ guestEmail });
    expect([strict.id, strict.verificationRequired]).toEqual([open.id, true]);
    expect((await asked({ guestEmail, verificationRequired: false })).verificationRequired).toBe(true);
    expect(await issuesOf(guestEmail)).toBe(1);
  });

  it('gives that code its whole time, however old the challenge is', async () => {
    const guestEmail = newGuest();
    const open = await asked({ guestEmail, verificationRequired: false });
    await database.sql`
      update challenges set issued_at = issued_at - interval '590 s', expires_at = expires_at - interval '590 s'
      where id = ${open.id}`;
    const strict = await asked({ guestEmail });
    expect(strict.id).toBe(open.id);
    expect(strict.issuedMs).toBeGreaterThanOrEqual(open.issuedMs);
    expect(strict.expiresMs).toBeGreaterThanOrEqual(open.expiresMs);
  });
});
