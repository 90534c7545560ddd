import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailedCodePurpose } from '../../../domain/accounts/mailed-code.ts';
import { clientHash, deriveSecrets, mailedCode, tokenHash } from '../../../domain/secrets.ts';
import { rememberClient } from '../../../store/accounts/known-clients.ts';
import { checkMailedCode, useMailedCode } from '../../../store/accounts/mailed-code-guesses.ts';
import {
  dropMailedCode,
  type MailedCodeIssue,
  type MailedCodeRequest,
  markMailedCodeAccepted,
  openMailedCode,
  readCodeToMail,
  type TooManyMailedCodes,
  withdrawMailedCode,
} from '../../../store/accounts/mailed-codes.ts';
import { inTransaction } from '../../../store/database.ts';
import { inRefusableTransaction, type Refuse } from '../../../store/refusal.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const secrets = deriveSecrets(Buffer.alloc(32, 7));
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
});
afterAll(() => database.close());

let networks = 0;
const newNetwork = () => `198.${18 + Math.floor(networks / 250)}.${networks++ % 250}.7`;
const newAddress = () => `${uuidv7()}@codes.test`;

const ask = (given: Partial<MailedCodeRequest> & { readonly email: string }) => {
  const clientNetwork = given.clientNetwork ?? newNetwork();
  return inRefusableTransaction(database.sql, (tx, refuse: Refuse<TooManyMailedCodes>) =>
    openMailedCode(
      tx,
      {
        id: uuidv7(),
        purpose: 'native_sign_in',
        asker: clientNetwork,
        about: {},
        clientIp: clientNetwork,
        clientHash: tokenHash(`${given.email} ${clientNetwork}`),
        ...given,
        clientNetwork,
      },
      refuse,
    ),
  );
};
const issued = async (given: Parameters<typeof ask>[0]): Promise<MailedCodeIssue> => {
  const issue = await ask(given);
  if ('refused' in issue) throw new Error(issue.refused);
  return issue;
};
const codeOf = ({ id, issueNo }: MailedCodeIssue, purpose: MailedCodePurpose = 'native_sign_in') =>
  mailedCode(secrets, purpose, id, issueNo);
const wrongOf = (issue: MailedCodeIssue) => (codeOf(issue) === 'BBBBBBBB' ? 'CCCCCCCC' : 'BBBBBBBB');
const check = (id: string, code: string, clientNetwork = `${id} one`, purpose: MailedCodePurpose = 'native_sign_in') =>
  checkMailedCode(database.sql, secrets, { id, purpose, code, clientNetwork });
const age = (id: string, seconds: number) =>
  database.sql`update mailed_codes set issued_at = issued_at - ${seconds} * interval '1 second', expires_at = expires_at - ${seconds} * interval '1 second' where id = ${id}`;

describe('asking again', () => {
  it('changes nothing while the mail has not left, nor within 30 seconds; then the new code ends the old one', async () => {
    const request = { email: newAddress(), clientNetwork: newNetwork() };
    const first = await issued(request);
    expect(first).toMatchObject({ issueNo: 1, isMailDue: true, expiresInSeconds: 600, resendAfterSeconds: 30 });
    await age(first.id, 40);
    expect(await issued(request)).toMatchObject({ id: first.id, issueNo: 1, isMailDue: true, expiresInSeconds: 559 });
    await age(first.id, -40);
    await markMailedCodeAccepted(database.sql, first.id, 1);
    expect(await readCodeToMail(database.sql, 'native_sign_in', first.id)).toBe('mailed');
    expect(await issued(request)).toMatchObject({ id: first.id, issueNo: 1, isMailDue: false });
    await age(first.id, 31);
    const second = await issued(request);
    expect(second).toMatchObject({ id: first.id, issueNo: 2, isMailDue: true, expiresInSeconds: 600 });
    expect(await check(first.id, codeOf(first))).toEqual({ refused: 'code_invalid', attemptsLeft: 4 });
    expect(await check(first.id, codeOf(second))).toMatchObject({ id: first.id, issueNo: 2, email: request.email });
  });

  it('is another code for another asker, and after the end', async () => {
    const email = newAddress();
    const first = await issued({ email });
    const other = await issued({ email });
    expect(other.id).not.toBe(first.id);
    const request = { email, asker: 'same', clientNetwork: newNetwork() };
    const early = await issued(request);
    await age(early.id, 601);
    expect((await issued(request)).id).not.toBe(early.id);
    expect(await check(early.id, codeOf(early))).toEqual({ refused: 'code_expired' });
  });

  it('twenty at once open one code and count one mail', async () => {
    const request = { email: newAddress(), clientNetwork: newNetwork() };
    const issues = await Promise.all(Array.from({ length: 20 }, () => issued(request)));
    expect(new Set(issues.map(({ id }) => id)).size).toBe(1);
    const rows = await database.sql`select 1 from mailed_code_issues where code_id = ${issues[0]?.id ?? ''}`;
    expect(rows).toHaveLength(1);
  });
});

describe('tries', () => {
  it('a client has five, many at once included; another client goes on; a right one costs nothing', async () => {
    const issue = await issued({ email: newAddress() });
    expect(await check(issue.id, codeOf(issue))).toMatchObject({ id: issue.id });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => check(issue.id, wrongOf(issue))));
    const left = outcomes.flatMap((one) => ('attemptsLeft' in one ? [one.attemptsLeft] : []));
    expect(left.toSorted()).toEqual([1, 2, 3, 4]);
    expect(outcomes.filter((one) => 'refused' in one && one.refused === 'code_burned')).toHaveLength(8);
    expect(await check(issue.id, codeOf(issue))).toEqual({ refused: 'code_burned' });
    expect(await check(issue.id, codeOf(issue), 'two')).toMatchObject({ id: issue.id });
  });

  it('of the right one at once by one client, none is burned: each is right until one uses it', async () => {
    const issue = await issued({ email: newAddress() });
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => check(issue.id, codeOf(issue))));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ id: issue.id });
    expect(await check(issue.id, wrongOf(issue))).toEqual({ refused: 'code_invalid', attemptsLeft: 4 });
  });

  it('fifteen in all burn it for everyone, until the next code', async () => {
    const request = { email: newAddress(), clientNetwork: newNetwork() };
    const issue = await issued(request);
    await markMailedCodeAccepted(database.sql, issue.id, 1);
    for (const client of ['a', 'b', 'c']) for (let n = 1; n <= 5; n++) await check(issue.id, wrongOf(issue), client);
    expect(await check(issue.id, codeOf(issue), 'd')).toEqual({ refused: 'code_burned' });
    const next = await issued(request);
    expect(next).toMatchObject({ id: issue.id, issueNo: 2 });
    expect(await check(next.id, codeOf(next), 'a')).toMatchObject({ issueNo: 2 });
  });

  it('unknown ids and codes of another purpose are wrong, without a further try', async () => {
    const issue = await issued({ email: newAddress() });
    const invalid = { refused: 'code_invalid', attemptsLeft: 0 };
    expect(await check(uuidv7(), 'BCDFGHJK')).toEqual(invalid);
    expect(await check(issue.id, codeOf(issue, 'agent_identity'), 'one', 'agent_identity')).toEqual(invalid);
    expect(codeOf(issue, 'agent_identity')).not.toBe(codeOf(issue));
  });

  it('a used code works no more; of twenty at once one uses it', async () => {
    const issue = await issued({ email: newAddress() });
    const right = await check(issue.id, codeOf(issue));
    if ('refused' in right) throw new Error(right.refused);
    const hash = tokenHash(issue.id);
    const used = await Promise.all(
      Array.from({ length: 20 }, () => inTransaction(database.sql, (tx) => useMailedCode(tx, right, hash))),
    );
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await check(issue.id, codeOf(issue))).toEqual({ refused: 'code_used' });
  });

  it('a withdrawn code has expired, and one whose mail was refused says so', async () => {
    const [withdrawn, dropped] = [await issued({ email: newAddress() }), await issued({ email: newAddress() })];
    await withdrawMailedCode(database.sql, withdrawn.id);
    await dropMailedCode(database.sql, dropped.id);
    expect(await check(withdrawn.id, codeOf(withdrawn))).toEqual({ refused: 'code_expired' });
    expect(await check(dropped.id, codeOf(dropped))).toEqual({ refused: 'email_undeliverable' });
    expect(await readCodeToMail(database.sql, 'native_sign_in', dropped.id)).toBeUndefined();
  });
});

describe('wrong codes of one network', () => {
  const wrong = async (clientNetwork: string, times: number) => {
    const outcomes = [];
    for (let n = 0; n < times; n++) {
      const issue = await issued({ email: newAddress() });
      outcomes.push(...(await Promise.all([1, 2, 3].map(() => check(issue.id, wrongOf(issue), clientNetwork)))));
    }
    return outcomes;
  };
  const refusals = (outcomes: Awaited<ReturnType<typeof wrong>>) =>
    outcomes.flatMap((one) => ('limit' in one ? [one.limit] : []));

  it('are thirty an hour over all inboxes, many at once included; the right code is not looked at, and costs nothing', async () => {
    const network = newNetwork();
    expect(refusals(await wrong(network, 9))).toEqual([]);
    const issues = await Promise.all(Array.from({ length: 12 }, () => issued({ email: newAddress() })));
    const outcomes = await Promise.all(issues.map((issue) => check(issue.id, wrongOf(issue), network)));
    expect(refusals(outcomes)).toEqual(Array(9).fill(30));
    const issue = await issued({ email: newAddress() });
    const refused = await check(issue.id, codeOf(issue), network);
    expect(refused).toMatchObject({
      refused: 'too_many_wrong_codes',
      limit: 30,
      retryAfterSeconds: expect.any(Number),
    });
    expect(await check(issue.id, codeOf(issue), newNetwork())).toMatchObject({ id: issue.id });
    const rows = await database.sql`select network_hash from wrong_codes where guesses = 30`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(network);
    await database.sql`update wrong_codes set hour = hour - interval '1 hour'`;
    expect(await check(issue.id, codeOf(issue), network)).toMatchObject({ id: issue.id });
  });

  it('count for the neighbors, too: sixty of a /56, and one hundred and twenty of a /24', async () => {
    const [first, second, third] = ['2001:db8:7:1::/64', '2001:db8:7:2::/64', '2001:db8:7:3::/64'];
    expect(refusals([...(await wrong(first, 10)), ...(await wrong(second, 10))])).toEqual([]);
    expect(refusals(await wrong(third, 1))).toEqual([60, 60, 60]);
    expect(refusals(await wrong('2001:db8:7:101::/64', 1))).toEqual([]);
    for (let n = 1; n <= 4; n++) expect(refusals(await wrong(`203.0.113.${n}`, 10))).toEqual([]);
    expect(refusals(await wrong('203.0.113.5', 1))).toEqual([120, 120, 120]);
  });

  it('lock nobody out who has proved the inbox from there', async () => {
    const [network, email] = [newNetwork(), newAddress()];
    await wrong(network, 10);
    const issue = await issued({ email });
    expect(await check(issue.id, codeOf(issue), network)).toMatchObject({ refused: 'too_many_wrong_codes' });
    await rememberClient(database.sql, clientHash(secrets, email, network), database.sql`true`);
    expect(await check(issue.id, codeOf(issue), network)).toMatchObject({ id: issue.id });
  });
});

describe('caps', () => {
  const asker = () => uuidv7();
  it('an inbox gets ten an hour, whatever tag or purpose; one network causes five of them', async () => {
    const local = uuidv7();
    const [stranger, other] = [newNetwork(), newNetwork()];
    const email = `${local}@codes.test`;
    for (let n = 1; n <= 5; n++) await issued({ email: `${local}+${n}@codes.test`, clientNetwork: stranger });
    expect(await ask({ email, clientNetwork: stranger, asker: asker() })).toMatchObject({
      refused: 'too_many_codes',
      limit: 5,
      retryAfterSeconds: 3_600,
    });
    for (let n = 1; n <= 5; n++)
      await issued({ email, clientNetwork: other, asker: asker(), purpose: 'agent_identity' });
    const third = { email, clientNetwork: newNetwork() };
    expect(await ask(third)).toMatchObject({ refused: 'too_many_codes', limit: 10 });
    // A client that proved this inbox has three of its own.
    const clientHash = tokenHash('known');
    await database.sql`insert into known_clients (client_hash, proved_at) values (${clientHash}, clock_timestamp())`;
    expect(await issued({ ...third, clientHash })).toMatchObject({ issueNo: 1 });
  });

  it('a network causes five hundred a day', async () => {
    const clientNetwork = newNetwork();
    for (let n = 1; n <= 2; n++) await issued({ email: newAddress(), clientNetwork });
    await database.sql`
      insert into mailed_code_issues (code_id, issue_no, inbox, client_network, client_networks, created_at)
      select code_id, n, n || '@many.test', client_network, client_networks, created_at
      from (select * from mailed_code_issues where client_network = ${clientNetwork} limit 1) one, generate_series(2, 498) n`;
    expect(await issued({ email: newAddress(), clientNetwork })).toMatchObject({ issueNo: 1 });
    expect(await ask({ email: newAddress(), clientNetwork })).toMatchObject({ refused: 'too_many_codes', limit: 500 });
    expect(await ask({ email: newAddress() })).toMatchObject({ issueNo: 1 });
  });

  it('what a cap refuses leaves no row', async () => {
    const [email, clientNetwork] = [newAddress(), newNetwork()];
    for (let n = 1; n <= 6; n++) await ask({ email, clientNetwork, asker: asker() });
    expect(await database.sql`select 1 from mailed_codes where email = ${email}`).toHaveLength(5);
  });
});
