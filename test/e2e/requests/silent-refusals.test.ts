import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectNoDifference, PAIRS, type Prepared, shapeOf, timed } from '../../support/asserts/timing.ts';
import { type HttpAnswer, postJson } from '../../support/drivers/http.ts';
import { codeOf, newAgentInbox, verify } from '../../support/drivers/native.ts';
import { linkAsker } from '../../support/drivers/sign-in.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  // Without a worker no mail leaves, so an answer that waited for one would not come.
  stack = await startStack({ worker: false, rateLimitFactor: 1_000, api: { trustProxy: 1 }, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());

const newAddresses = (): string[] => {
  const round = uuidv7().slice(-12);
  return Array.from({ length: PAIRS }, (_, n) => `person-${n}@${round}.example`);
};
const newNetwork = (): string => `203.${randomInt(256)}.${randomInt(256)}.1`;
/** The content of an answer that is no error. */
function accepted({ status, text, json }: HttpAnswer): Record<string, unknown> {
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return json();
}
const other = (email: string): string => email.replace('person', 'human');

describe('nobody learns, from an answer or its time, that no mail leaves', () => {
  it('from the sign-in page, for an inbox that had all its links of the day', { timeout: 120_000 }, async () => {
    const ask = await linkAsker(stack.appUrl);
    const asking = (email: string) => async () => () =>
      timed(
        () => ask(email),
        ({ status, location }) => `${status} ${location?.split('?')[0]}`,
      );
    await expectNoDifference(async () => {
      const emails = newAddresses();
      await stack.sql`
        insert into sign_in_links (id, email, inbox, token_hash, browser_hash, return_to, client_network, created_at, expires_at)
        select gen_random_uuid(), email, email, sha256(convert_to(email || n, 'utf8')), '', '/', '192.0.2.1', now() - interval '5 hours',
          now() - interval '4 hours'
        from unnest(${emails}::text[]) email, generate_series(1, 60) n`;
      // Thousands of rows come at once here: where they come one by one, the planner knows the table.
      await stack.sql`analyze sign_in_links`;
      return emails.map((email) => [asking(email), asking(other(email))] as const);
    });
  });

  it('from the registration of an agent, for a person who stopped it', { timeout: 120_000 }, async () => {
    await expectNoDifference(async () => {
      const [emails, pairs] = [newAddresses(), [] as (readonly [Prepared, Prepared])[]];
      // A workspace may mail thirty codes a day.
      while (emails.length > 0) {
        const key = await (await makeTeam(stack.sql)).key('owner');
        const ofThis = emails.splice(0, 14);
        await stack.sql`
          insert into agent_principals (id, workspace_id, api_key_id, prospect_email, agent_label, status, created_at, ends_at, revoked_at,
            revoked_by, flow_status)
          select gen_random_uuid(), ${key.workspaceId}, ${key.id}, email, 'Robo', 'revoked', now(), now(), now(), 'person', 'revoked'
          from unnest(${ofThis}::text[]) email`;
        const asking = (prospectEmail: string) => async () => () =>
          timed(
            () =>
              postJson(
                `${stack.appUrl}/api/v1/agent/identities`,
                { prospectEmail, agentLabel: 'Robo' },
                { ...key.headers, 'x-forwarded-for': newNetwork() },
              ),
            (answer) => JSON.stringify(Object.keys(accepted(answer))),
          );
        pairs.push(...ofThis.map((email) => [asking(email), asking(other(email))] as const));
      }
      return pairs;
    });
  });

  it('from the claim of an agent, for an operator who refused it', { timeout: 120_000 }, async () => {
    await expectNoDifference(async () => {
      const operators = newAddresses();
      const agents = operators.map(() => newAgentInbox());
      await stack.sql`
        insert into native_claims (id, poll_token_hash, link_token_hash, agent_email, operator_email, operator_inbox, client_ip, client_networks,
          status, flow_status, created_at, expires_at, decided_at)
        select gen_random_uuid(), sha256(convert_to(operator || 'p', 'utf8')), sha256(convert_to(operator || 'l', 'utf8')), agent, operator, operator,
          '', '{}', 'refused', 'refused', now() - interval '2 days', now() - interval '1 day', now() - interval '2 days'
        from unnest(${operators}::text[], ${agents}::text[]) as refused (operator, agent)`;
      return operators.map((operator, n) => {
        const asking = (prospectEmail: string) => async () => {
          const challengeId = await storeCode(agents[n] ?? '');
          const code = await codeOf(stack, challengeId);
          return () =>
            timed(
              () => verify(stack, { challengeId, code, prospectEmail }),
              (answer) => {
                const { pollToken, claimSentTo, instructions, ...rest } = accepted(answer);
                return JSON.stringify(shapeOf(rest));
              },
            );
        };
        return [asking(operator), asking(other(operator))] as const;
      });
    });
  });
});

/** A code whose mail has left. */
async function storeCode(email: string): Promise<string> {
  const id = uuidv7();
  await stack.sql`
    insert into mailed_codes (id, purpose, email, asker, about, client_ip, status, issue_no, created_at, issued_at, accepted_at, expires_at)
    values (${id}, 'native_sign_in', ${email}, ${id},
      '{"clientName": null, "agentName": null, "prospectEmail": null}', '', 'open', 1, now(), now(), now(), now() + interval '10 minutes')`;
  return id;
}
