import type { OutgoingMail } from '../../../domain/mail/mail.ts';
import { englishFinder, translationsOf } from './english.ts';

const findEnglish = englishFinder(translationsOf('mails', 'meetings', 'access'));

/** The texts for people in a calendar file, with its lines unfolded. */
const calendarTexts = (file: string): string[] =>
  [...file.replaceAll('\r\n ', '').matchAll(/^(?:SUMMARY|DESCRIPTION|LOCATION):(.*)$/gm)].flatMap(([, text = '']) =>
    text.replaceAll('\\,', ',').split('\\n'),
  );

/** The visible texts of the HTML part, element by element. */
const htmlTexts = (html: string): string[] =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());

/**
 * The English in a mail that should have none: in its subject, its two parts and its calendar file.
 * @param kept texts that hosts and guests wrote themselves
 */
export function englishInMail(
  { subject, text, html, attachments }: Pick<OutgoingMail, 'subject' | 'text' | 'html' | 'attachments'>,
  kept: readonly string[],
): string[] {
  const lines = text.split('\n').flatMap((line) => [line.trim(), line.split(':', 1)[0] ?? '']);
  const texts = [
    subject,
    ...lines,
    ...htmlTexts(html),
    ...attachments.flatMap(({ content }) => calendarTexts(content)),
  ];
  return findEnglish(
    texts.map((one) => one.replaceAll(/https?:\S+/g, '·')),
    kept,
  );
}
