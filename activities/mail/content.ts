import type { Language } from '../../texts/languages.ts';

/** The content of a mail. Text and HTML are both made from it, so they never differ. */
export interface MailContent {
  readonly language: Language;
  /** the line that inboxes show after the subject */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** why this mail came and from whom */
  readonly footer: string;
  /** of the workspace that it is about; absent: ours */
  readonly brand?: MailBrand;
  /** Where the recipient refuses further mails, or who decides that for them does. */
  readonly refusal?: { readonly label: string; readonly url: string };
}

export interface MailBrand {
  readonly name: string;
  /** #rrggbb; null: ours */
  readonly colour: string | null;
  /** absolute; null: the name stands alone */
  readonly logoUrl: string | null;
}

export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'list'; readonly lead: string; readonly items: readonly string[] }
  | SectionBlock
  | { readonly kind: 'details'; readonly rows: readonly DetailRow[] }
  | { readonly kind: 'action'; readonly label: string; readonly url: string }
  | { readonly kind: 'aside'; readonly text: string; readonly link?: { readonly label: string; readonly url: string } };

/** A heading and its list, numbered if their order counts. */
export interface SectionBlock {
  readonly kind: 'section';
  readonly heading: string;
  readonly isOrdered?: boolean;
  readonly items: readonly SectionItem[];
}

export interface SectionItem {
  readonly label?: string;
  readonly text: string;
  /** quieter, behind the text: whose word it is */
  readonly from?: string;
}

export interface DetailRow {
  readonly label: string;
  readonly value: string;
  /** the end of the value, kept on one line: the hours after a date */
  readonly ending?: string;
  /** a second, quieter line: the zone under a time */
  readonly note?: string;
  /** where the value leads, if anywhere */
  readonly url?: string;
  /** no longer true: struck through */
  readonly former?: boolean;
}

/** The text part: blocks separated by an empty line, every link and code on its own line. */
export function toText(content: MailContent): string {
  const { refusal } = content;
  const footer = refusal ? `${content.footer}\n${refusal.label}\n${refusal.url}` : content.footer;
  const parts = [content.heading, ...content.blocks.map(blockText), `--\n${footer}`];
  return `${parts.join('\n\n')}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'code':
      return block.code;
    case 'list':
      return [block.lead, ...block.items.map((item) => `- ${item}`)].join('\n');
    case 'section':
      return sectionText(block);
    case 'details':
      return block.rows.map(rowText).join('\n');
    case 'action':
      return `${block.label}:\n${block.url}`;
    case 'aside':
      return block.link ? `${block.text} ${block.link.label}:\n${block.link.url}` : block.text;
  }
}

/** With a colon, unless it ends in a mark of its own. */
export const withColon = (label: string): string => (/[?!.:]$/.test(label) ? label : `${label}:`);

function sectionText({ heading, isOrdered, items }: SectionBlock): string {
  const written = items.map(({ label, text, from }, index) => {
    const mark = isOrdered ? `${index + 1}.` : '-';
    return [mark, ...(label === undefined ? [] : [withColon(label)]), text, ...(from ? [`(${from})`] : [])].join(' ');
  });
  return [heading.toUpperCase(), ...written].join('\n');
}

function rowText({ label, value, ending, note, url }: DetailRow): string {
  const more = [note, url === value || url === `tel:${value}` ? undefined : url].filter((line) => line !== undefined);
  return [
    `${withColon(label)} ${ending === undefined ? value : `${value} ${ending}`}`,
    ...more.map((line) => `  ${line}`),
  ].join('\n');
}
