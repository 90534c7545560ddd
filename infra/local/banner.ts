import type { Config } from '../config.ts';

const GUEST = 'guest@example.com';

/**
 * What to try next. Each command works as it is printed, in the printed order.
 * @param firstStart a free start of the demo event, or undefined when its calendar is full.
 */
export function banner(
  { appUrl, publicUrl }: Config,
  uiUrl: string | undefined,
  firstStart: string | undefined,
): string {
  const event = `${publicUrl}/api/v1/public/acme/ada`;
  const invitee = `{"email":"${GUEST}","name":"Sam Guest","timezone":"Europe/Berlin"}`;
  const readCode = `curl -s '${appUrl}/dev/mailbox.json?to=${GUEST}' | grep -o '"subject":"[0-9]*' | grep -o '[0-9]\\{6\\}' | head -1`;
  const places = [
    `Booking page    ${publicUrl}/acme/ada`,
    `Mailbox         ${appUrl}/dev/mailbox        (mails that would have been sent)`,
    `API             ${appUrl}/api/v1/openapi`,
    `MCP             ${publicUrl}/api/mcp/public/mcp`,
    ...(uiUrl ? [`Temporal        ${uiUrl}        (every flow, in words)`] : []),
  ];
  const tries = [
    '# what can be booked with Ada, and when',
    `curl -sw '\\n' ${event}`,
    `curl -sw '\\n' '${event}/intro-30/slots?timezone=Europe/Berlin&limit=5'`,
    '# ask for the six-digit code, read it from the mailbox, book with it',
    `curl -sw '\\n' ${event}/intro-30/otp -H 'content-type: application/json' -d '{"email":"${GUEST}"}'`,
    `CODE=$(${readCode}); echo "code: $CODE"`,
    `curl -sw '\\n' ${event}/intro-30/book -H 'content-type: application/json' \\`,
    `  -d '{"startAt":"${firstStart ?? 'THE startUtc OF A SLOT'}","code":"'$CODE'","invitee":${invitee}}'`,
  ];
  return [
    '',
    'Holdfast is ready.',
    '',
    ...indent(places),
    '',
    'Try this in another terminal:',
    '',
    ...indent(tries),
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
