import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type CalendarAccount, ProviderError } from '../../../outbound/calendars/provider.ts';
import { type Answer, serve } from '../../../stand-ins/http.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import { ADA, CALENDAR, providerOf, soon, WINDOW } from '../../support/fakes/microsoft.ts';

let microsoft: MicrosoftStandIn;
let account: CalendarAccount;

const stopped: (() => Promise<void>)[] = [];
beforeEach(async () => {
  microsoft = await startMicrosoftStandIn();
  stopped.push(microsoft.close);
  account = providerOf(microsoft).account(microsoft.grant(ADA).accessToken);
});
afterAll(async () => {
  for (const close of stopped) await close();
});

const failureOf = (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => expect.unreachable('it should fail'),
    (error: unknown) => (error instanceof ProviderError ? error : expect.unreachable(String(error))),
  );

/** A server that gives one answer to all. */
const answering = (answer: Answer) => serve(0, [], async () => answer);

describe('failures of Microsoft', () => {
  const now = (within: Promise<unknown> = account.readNow(CALENDAR, WINDOW, soon())) => failureOf(within);

  it.each([
    [{ kind: '401' }, { failure: 'token_refused', detail: '401 InvalidAuthenticationToken' }],
    [
      { kind: '429', retryAfterSeconds: 7 },
      { failure: 'throttled', retryAfterMs: 7_000 },
    ],
    [
      { kind: '5xx', status: 503, retryAfterSeconds: 3 },
      { failure: 'away', retryAfterMs: 3_000, detail: '503 no_code' },
    ],
    [
      { kind: '5xx', status: 500 },
      { failure: 'away', retryAfterMs: null },
    ],
    [{ kind: '5xx', status: 507 }, { failure: 'refused' }],
    [{ kind: 'cut' }, { failure: 'away' }],
    [{ kind: 'cutBefore' }, { failure: 'away' }],
    [{ kind: '403' }, { failure: 'forbidden', detail: '403 ErrorAccessDenied' }],
    [
      { kind: '403', count: 2 },
      { failure: 'token_refused', detail: '403 ErrorAccessDenied' },
    ],
    [{ kind: '403', reason: 'insufficient_claims' }, { failure: 'token_refused' }],
  ])('reads %o as %o, and tries nothing again by itself', async (fault, failure) => {
    microsoft.faults.add(fault);
    expect(await now()).toMatchObject(failure);
    // A second call only to learn what a refusal means.
    const isAsked = 'detail' in failure && failure.detail === '403 ErrorAccessDenied';
    expect(microsoft.seen.filter(({ path }) => path.startsWith('/v1.0/'))).toHaveLength(isAsked ? 2 : 1);
  });

  it('ends a slow call at its limit', async () => {
    microsoft.faults.add({ kind: 'slow', delayMs: 5_000 });
    const begun = Date.now();
    const limits = { signal: AbortSignal.timeout(100) };
    expect(await now(account.readNow(CALENDAR, WINDOW, limits))).toMatchObject({ failure: 'away' });
    expect(Date.now() - begun).toBeLessThan(2_000);
  });

  it('sends the token to its own origin alone, whatever links and redirects say', async () => {
    const elsewhere = await startMicrosoftStandIn();
    stopped.push(elsewhere.close);
    const links = [
      `${elsewhere.url}/v1.0/me/x`,
      `http://x@${new URL(microsoft.url).host}/v1.0/me`,
      'https://graph.microsoft.com:x@127.0.0.1/v1.0/me',
    ];
    for (const link of [...links, `${microsoft.url}/beta/me`, 'nonsense']) {
      const { url, close } = await answering({ status: 200, body: { value: [], '@odata.nextLink': link } });
      stopped.push(close);
      const from = providerOf({ ...microsoft, url }).account('a token');
      expect(await now(from.readEvents(CALENDAR, { window: WINDOW }, soon()))).toMatchObject({ failure: 'refused' });
      expect(await now(from.readNow(CALENDAR, WINDOW, soon()))).toMatchObject({ failure: 'refused' });
    }
    const { url, close } = await answering({
      status: 302,
      headers: { location: `${elsewhere.url}/v1.0/me/calendars` },
    });
    stopped.push(close);
    expect(
      await now(
        providerOf({ ...microsoft, url })
          .account('a token')
          .listCalendars(soon()),
      ),
    ).toMatchObject({ failure: 'away' });
    expect(elsewhere.seen).toEqual([]);
  });

  it('has three calls at once under way in a mailbox, the live check before others', async () => {
    microsoft.faults.add({ kind: 'slow', delayMs: 50, count: 3 });
    const calls = Array.from({ length: 9 }, () => account.listCalendars(soon()));
    const check = account.readNow(CALENDAR, WINDOW, soon());
    await Promise.all([...calls, check]);
    expect(microsoft.atOnce.most).toBe(3);
    const order = microsoft.seen.map(({ path }) => path);
    expect(order.findIndex((path) => path.endsWith('/calendarView'))).toBeLessThan(6);
    // A call that waits too long gives its place up.
    microsoft.faults.add({ kind: 'slow', delayMs: 200, count: 3 });
    const slow = [1, 2, 3].map(() => account.listCalendars(soon()));
    const waiting = account.listCalendars({ signal: AbortSignal.timeout(20) });
    expect(await now(waiting)).toMatchObject({ failure: 'away' });
    await Promise.all(slow);
    expect(await account.listCalendars(soon())).toHaveLength(4);
  });

  it('refreshes tokens, and says when the person must connect again', async () => {
    const { refreshToken } = microsoft.grant(ADA);
    const provider = providerOf(microsoft);
    const tokens = await provider.refresh(refreshToken, soon());
    expect(tokens.refreshToken).not.toBe(refreshToken);
    expect(await provider.account(tokens.accessToken).listCalendars(soon())).toHaveLength(4);
    microsoft.tokens.expireAccess();
    expect(await now(provider.account(tokens.accessToken).listCalendars(soon()))).toMatchObject({
      failure: 'token_refused',
    });
    microsoft.tokens.forgetPerson(ADA);
    expect(await now(provider.refresh(tokens.refreshToken ?? '', soon()))).toMatchObject({ failure: 'token_refused' });
    // Nothing to revoke at Microsoft.
    await provider.revoke(tokens.refreshToken ?? '', soon());
  });
});
