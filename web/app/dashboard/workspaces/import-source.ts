/** Where event types come from, and the pages of both services that a host needs. */
export const SERVICES = {
  'cal.com': { name: 'Cal.com', keys: 'https://app.cal.com/settings/developer/api-keys' },
  calendly: { name: 'Calendly', keys: 'https://calendly.com/integrations/api_webhooks' },
} as const;

export type Service = keyof typeof SERVICES;
export const SERVICE_IDS = Object.keys(SERVICES) as readonly Service[];

/** What is imported. A key is in this page's memory alone, until the dialog closes. */
export type ImportSource = { readonly export: string } | { readonly service: Service; readonly apiKey: string };

/** What the API takes (schemas/operations/workspaces/imports.ts). */
const MOST_CHARACTERS = 300_000;

/** What a file has wrong before it is sent. Thrown with the file's name. */
export class WrongFile extends Error {
  readonly kind: 'noJson' | 'tooLarge';

  constructor(kind: WrongFile['kind'], name: string) {
    super(name);
    this.kind = kind;
  }
}

/** Several answers as one export: a list of them. @throws WrongFile */
export async function exportOf(files: readonly File[]): Promise<ImportSource> {
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = await file.text();
      try {
        JSON.parse(text);
      } catch {
        throw new WrongFile('noJson', file.name);
      }
      return text;
    }),
  );
  const all = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`;
  if (all.length > MOST_CHARACTERS) throw new WrongFile('tooLarge', files[0]?.name ?? '');
  return { export: all };
}
