import { beforeAll, expect, it } from 'vitest';
import { type MailDomainLists, readMailDomainLists } from '../../../domain/mail/mail-domain-lists.ts';
import { classifyEmail } from '../../../domain/prep/classify-email.ts';

let lists: MailDomainLists;
beforeAll(async () => {
  lists = await readMailDomainLists();
});

it.each([
  ['ada@acme.com', 'business', 'acme.com'],
  ['Ada@Mail.ACME.co.uk', 'business', 'acme.co.uk'],
  ['ada@münchen-holz.de', 'business', 'xn--mnchen-holz-thb.de'],
  ['ada@cs.stanford.edu', 'business', 'stanford.edu'],
  ['ada.sales@acme.com', 'business', 'acme.com'],
  ['info@acme.com', 'role', 'acme.com'],
  ['SALES+expo@acme.com', 'role', 'acme.com'],
  ['no-reply@acme.com', 'role', 'acme.com'],
  ['Büro@acme.de', 'role', 'acme.de'],
  ['ada@gmail.com', 'free', null],
  ['info@gmail.com', 'free', null],
  ['sales@name.fastmail.com', 'free', null],
  ['ada@web.de', 'free', null],
  ['ada@mailinator.com', 'disposable', null],
  ['info@box.mailinator.com', 'disposable', null],
  ['ada@[192.0.2.1]', 'non_public', null],
  ['ada@localhost', 'non_public', null],
  ['ada@co.uk', 'non_public', null],
  ['info@localhost', 'non_public', null],
  ['ada@site.test', 'non_public', null],
  ['ada', 'non_public', null],
  ['info@printer.acme.local', 'non_public', null],
  ['ada@acme.internal', 'non_public', null],
  ['ada@acme.corp', 'non_public', null],
  ['ada@example.com', 'non_public', null],
  ['ada@abcdefghijklmnop.onion', 'non_public', null],
  ['ada@1.0.0.127.in-addr.arpa', 'non_public', null],
])('%s is %s of %s', (email, emailClass, companyDomain) => {
  expect(classifyEmail(email, lists)).toEqual({ emailClass, companyDomain });
});
