import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent, createHost, type TestHost } from '../../../support/drivers/host.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { codeFor, iso } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const NO_CODE = { require_otp_human: false, require_otp_agent: false };
const MANAGE = /href="\/manage\/[\w-]+"/;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());

interface AtCode {
  readonly host: TestHost;
  readonly browser: PageClient;
  readonly path: string;
  readonly email: string;
  readonly s: string;
}

/** A guest at the step that asks for the code. */
async function reachCode(): Promise<AtCode> {
  const host = await createHost(stack.sql, { location_detail: '+49 30 901820' });
  const [browser, email] = [new PageClient(stack.publicUrl), newGuest()];
  const { workspace, username, eventSlug } = host.address;
  const path = `/${workspace}/${username}/${eventSlug}`;
  const startAt = iso((await host.openStarts())[3] ?? 0);
  const details = await browser.open(`${path}?startAt=${startAt}&timezone=UTC`);
  const pageToken = hiddenField(details.html, 'pageToken');
  const { location } = await browser.submit(path, {
    pageToken,
    timezone: 'UTC',
    startAt,
    name: 'Gus',
    email,
    guests: '',
  });
  const s = hiddenField((await browser.open(location ?? '')).html, 's');
  expect(s).not.toBe('');
  return { host, browser, path, email, s };
}

/** Sends a code, and opens what comes of it. */
async function sendCode({ browser, path, s }: AtCode, code: string): Promise<string> {
  const { location } = await browser.submit(`${path}/confirm`, { s, code });
  expect(location).toContain('/booked?');
  return (await browser.open(location ?? '')).html;
}

describe('the page after the code', () => {
  it('leads into the meeting for a guest who had it', async () => {
    const guest = await reachCode();
    expect(await sendCode(guest, await codeFor(stack, guest.email))).toMatch(MANAGE);
  });

  it('does not for a guest who typed any code where none was needed', async () => {
    const guest = await reachCode();
    await stack.sql`update challenges set verification_required = false where guest_email = ${guest.email}`;
    const page = await sendCode(guest, '000000');
    expect(page).toContain('You’re booked');
    expect(page).not.toMatch(MANAGE);
  });
});

it('a new code asked for at an event that needs none any more: the step is over, and nothing is sealed of the booking', async () => {
  const { host, browser, path, email, s } = await reachCode();
  await changeEvent(stack.sql, host, NO_CODE);
  // The code that is asked for here is over as soon as it is mailed: the link that is asked for next opens a challenge without one.
  await stack.sql`update challenges set status = 'expired' where guest_email = ${email}`;
  await stack.sql.unsafe(`
    create function end_code() returns trigger language plpgsql as
      $$ begin new.expires_at := clock_timestamp(); return new; end $$;
    create trigger end_code before update of accepted_at on challenges for each row
      when (new.accepted_at is not null) execute function end_code()`);
  try {
    const answer = await browser.submit(`${path}/resend`, { s });
    expect([answer.status, answer.location]).toEqual([410, null]);
  } finally {
    await stack.sql.unsafe('drop trigger end_code on challenges; drop function end_code');
  }
  const open = await stack.sql`
    select verification_required from challenges where guest_email = ${email} and status = 'open'`;
  expect(open).toEqual([{ verification_required: false }]);
});
