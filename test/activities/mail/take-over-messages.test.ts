import { describe, expect, it } from 'vitest';
import {
  type HandedOverMail,
  renderHandedOver,
  renderTakenOver,
  type TakenOverMail,
} from '../../../activities/mail/take-over-messages.ts';
import { SERVICE } from '../../support/factories/meeting-facts.ts';
import { seen } from '../../support/factories/sample-mails.ts';

const STOP_URL = 'https://app.holdfast.example/access/stop/tok';
const SEAT = { id: 'seat', displayName: 'Scout', role: 'manager', isWorking: true } as const;
const FORMER = { email: 'scout@machines.test', timezone: 'UTC', membership: null } as const;

const facts = (more: Partial<TakenOverMail> = {}): TakenOverMail => ({
  ...{ id: 'claim', workspaceId: 'workspace', workspaceName: 'Scout’s desk', workspaceSlug: 'scouts-desk' },
  takenOverAt: new Date('2026-11-25T09:30:00Z'),
  newOwner: { email: 'hana@humans.test', timezone: 'Europe/Berlin' },
  outcome: {
    ended: { keys: { count: 2, names: [] }, webhooks: { count: 3, names: ['hooks.evil.example:8443', 'b.example'] } },
    kept: { videoLinks: { count: 1, names: ['meet.evil.example'] }, shortLinks: { count: 4, names: [] } },
  },
  ...{ formerOwner: FORMER, seat: SEAT, stopUrl: STOP_URL, homeUrl: 'https://app.holdfast.example', language: 'en' },
  ...more,
});

const handedOver = ({ formerOwner = FORMER, ...more }: Partial<HandedOverMail> = {}): HandedOverMail => ({
  ...facts(more),
  formerOwner,
});

/** Both parts of a mail say the same. */
const said = (mail: ReturnType<typeof renderHandedOver>): string => {
  const text = mail.text.replace(/\s+/g, ' ');
  for (const line of mail.text.split('\n').filter((each) => each.startsWith('- ')))
    expect(seen(mail)).toContain(line.slice(2));
  return text;
};

describe('the mail to the new owner', () => {
  it('says what is theirs, in their zone, and ends the agent’s seat by a link', () => {
    const mail = renderTakenOver(SERVICE, facts());
    expect([mail.to, mail.key, mail.kind]).toEqual(['hana@humans.test', 'claim:taken-over', 'take_over']);
    expect(mail.text).toContain(`Booking page: ${SERVICE.publicUrl}/scouts-desk`);
    expect(mail.text).toContain('Wednesday 25 November 2026, 10:30 (Berlin, Central European Time, GMT+1)');
    expect(mail.text).toContain('“Scout”, with the role manager');
    expect(mail.text.split('\n')).toContain(STOP_URL);
    expect(mail.html).toContain(`href="${STOP_URL}"`);
  });

  it.each([
    { seat: null, stopUrl: null, says: 'The agent kept no seat.' },
    {
      seat: { ...SEAT, isWorking: false },
      stopUrl: STOP_URL,
      says: 'The agent kept a seat, “Scout”, which has ended since.',
    },
  ])('has no link for a seat that is not there: $says', ({ says, ...more }) => {
    const mail = renderTakenOver(SERVICE, facts(more));
    expect(mail.text).toContain(says);
    expect(mail.text + mail.html).not.toContain(STOP_URL);
  });

  it('names no owner before who is gone', () => {
    expect(renderTakenOver(SERVICE, facts({ formerOwner: null })).text).not.toContain('Owner before');
  });

  it('names the receivers that were switched off and the links that stay, none as a link', () => {
    const { text } = renderTakenOver(SERVICE, facts());
    expect(text).toContain('keys (2), webhooks (hooks[.]evil[.]example[:]8443, b[.]example, 1 more)');
    expect(text.replace(/\s+/g, ' ')).toContain('Check it: video links (meet[.]evil[.]example), short links (4).');
    const former = renderHandedOver(SERVICE, handedOver(), 'de');
    expect(said(former)).toContain('Geendet: Schlüssel (2), Webhooks (hooks[.]evil[.]example[:]8443');
  });

  it('makes no link of names that an agent chose', () => {
    const names = { workspaceName: 'Go to prize.example', seat: { ...SEAT, displayName: 'https://evil.example/x' } };
    for (const mail of [renderTakenOver(SERVICE, facts(names)), renderHandedOver(SERVICE, handedOver(names), 'en')])
      expect(JSON.stringify(mail)).not.toMatch(/prize\.example|evil\.example/);
  });
});

describe('the mail to who had it before', () => {
  it.each([
    { membership: null, says: 'You are no member any more.' },
    {
      membership: { waiting: null },
      says: 'You can do nothing there any more, and leave the workspace as soon as',
    },
    { membership: { waiting: 2 }, says: 'You can do nothing there any more. You stay the host of your meetings' },
  ] as const)('says whether they stay: $says', ({ membership, says }) => {
    const mail = renderHandedOver(SERVICE, handedOver({ formerOwner: { ...FORMER, membership } }), 'en');
    expect([mail?.to, mail?.key]).toEqual(['scout@machines.test', 'claim:handed-over']);
    expect(said(mail)).toContain(says);
    const toOwner = renderTakenOver(SERVICE, facts({ formerOwner: { ...FORMER, membership } })).text;
    expect(toOwner.includes('are on their way to you')).toBe(membership?.waiting === null);
    expect(toOwner.includes('2 meetings of the owner before could not move to you')).toBe(membership?.waiting === 2);
  });

  it.each([
    { seat: null, says: 'All your keys there have ended' },
    { seat: SEAT, says: 'The key that asked works on, as the seat “Scout” of the new owner with the role manager.' },
    {
      seat: { ...SEAT, isWorking: false },
      says: 'The key that asked became a seat of the new owner, which has ended since.',
    },
  ])('says which key works on: $says', ({ seat, says }) => {
    const mail = renderHandedOver(SERVICE, handedOver({ seat }), 'en');
    expect(said(mail)).toContain(says);
    expect(mail?.text).not.toMatch(/https?:/);
  });
});
