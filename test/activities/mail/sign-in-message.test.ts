import { describe, expect, it } from 'vitest';
import { renderSignInLink } from '../../../activities/mail/sign-in-message.ts';
import { SERVICE } from '../../support/factories/meeting-facts.ts';
import { lines } from '../../support/factories/sample-mails.ts';

describe('the link to sign in', () => {
  const mail = renderSignInLink(SERVICE, {
    linkId: '01a1fe87-0000-7000-8000-000000000001',
    email: 'mira@new.test',
    url: 'https://app.holdfast.example/login/link/tok',
    minutesLeft: 15,
    language: 'en',
  });

  it('stands alone on a line, as a button in HTML, and never in subject, preview or key', () => {
    expect(lines(mail)).toContain('https://app.holdfast.example/login/link/tok');
    expect(mail.html).toContain('href="https://app.holdfast.example/login/link/tok"');
    expect(`${mail.subject} ${mail.key} ${mail.from}`).not.toContain('tok');
    expect(mail.to).toBe('mira@new.test');
    expect(mail.text).toContain('for 15 minutes');
  });
});
