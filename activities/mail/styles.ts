import type { CSSProperties } from 'react';
import { type AccentColours, accentOf, DEFAULT_ACCENT } from '../../domain/branding/accent.ts';

const FONT = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";
const INK = '#1f2328';
const QUIET = '#5b6470';

/** The colours that a brand sets. */
export interface MailColours {
  readonly fill: string;
  readonly onFill: string;
  readonly fillEdge: string;
  readonly link: string;
  readonly dark: Omit<MailColours, 'dark'>;
}

const OURS: MailColours = {
  ...{ fill: DEFAULT_ACCENT, onFill: '#ffffff', fillEdge: DEFAULT_ACCENT, link: DEFAULT_ACCENT },
  dark: { fill: '#6fd0bd', onFill: '#10211d', fillEdge: '#6fd0bd', link: '#6fd0bd' },
};

const ofScheme = ({ fill, onFill, fillEdge, accent }: AccentColours) => ({ fill, onFill, fillEdge, link: accent });

/** @param colour #rrggbb; null: ours */
export function mailColours(colour: string | null): MailColours {
  if (colour === null) return OURS;
  const { light, dark } = accentOf(colour);
  return { ...ofScheme(light), dark: ofScheme(dark) };
}

/** Inline styles of the mail template, in light colours: many mail clients drop style sheets. */
export const styles = {
  page: { margin: 0, padding: '24px 12px', fontFamily: FONT },
  card: {
    maxWidth: '520px',
    padding: '32px 28px 24px',
    backgroundColor: '#ffffff',
    border: '1px solid #e3e5e1',
    borderRadius: '12px',
  },
  brand: { margin: '0 0 20px', fontSize: '14px', lineHeight: '28px', fontWeight: 600, color: QUIET },
  logo: { display: 'inline-block', margin: '0 8px 0 0', borderRadius: '14px', verticalAlign: 'middle' },
  heading: { margin: '0 0 12px', fontSize: '22px', lineHeight: '28px', fontWeight: 650, color: INK },
  paragraph: { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px', color: INK },
  listLead: { margin: '0 0 6px', fontSize: '16px', lineHeight: '24px', color: INK },
  list: { margin: '0 0 16px', padding: '0 0 0 22px', fontSize: '16px', lineHeight: '24px', color: INK },
  item: { margin: '0 0 4px' },
  sectionHeading: { margin: '0 0 3px', fontSize: '16px', lineHeight: '23px', fontWeight: 650, color: INK },
  sectionList: { margin: '0 0 12px', padding: '0 0 0 20px', fontSize: '15px', lineHeight: '20px', color: INK },
  sectionItem: { margin: '0 0 3px', overflowWrap: 'anywhere' },
  itemLabel: { color: QUIET },
  itemFrom: { fontSize: '13px', color: QUIET },
  panel: { margin: '4px 0 20px', padding: '16px 18px', backgroundColor: '#f4f6f4', borderRadius: '8px' },
  codePanel: { margin: '4px 0 20px', padding: '18px', backgroundColor: '#f4f6f4', borderRadius: '8px' },
  code: {
    margin: 0,
    fontFamily: MONO,
    fontSize: '32px',
    lineHeight: '40px',
    letterSpacing: '0.2em',
    textIndent: '0.2em',
    textAlign: 'center',
    fontWeight: 600,
    color: INK,
  },
  firstDetail: { margin: 0, fontSize: '16px', lineHeight: '23px', color: INK, overflowWrap: 'anywhere' },
  detail: { margin: '12px 0 0', fontSize: '16px', lineHeight: '23px', color: INK, overflowWrap: 'anywhere' },
  detailLabel: { fontSize: '13px', lineHeight: '18px', color: QUIET },
  unbroken: { whiteSpace: 'nowrap' },
  note: { fontSize: '14px', lineHeight: '20px', color: QUIET },
  actionRow: { margin: '0 0 20px' },
  action: {
    padding: '12px 20px',
    borderRadius: '8px',
    fontSize: '16px',
    lineHeight: '20px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  aside: { margin: '0 0 14px', fontSize: '14px', lineHeight: '21px', color: QUIET },
  link: { textDecoration: 'underline', overflowWrap: 'anywhere' },
  rule: { margin: '20px 0 14px', border: 'none', borderTop: '1px solid #e3e5e1' },
  footer: { margin: 0, fontSize: '13px', lineHeight: '19px', color: QUIET },
} satisfies Record<string, CSSProperties>;

/**
 * For clients that keep style sheets and know the colour scheme. Others invert the light colours themselves.
 * The page background is set only here: inline, react-email puts it on a cell that no dark rule reaches. No quotes and no
 * angle brackets, which React would escape.
 */
export const styleSheet = ({ dark }: MailColours): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.page { background-color: #f4f5f3; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #141715 !important; }
  .card { background-color: #1d211f !important; border-color: #343a37 !important; }
  .panel { background-color: #272c29 !important; }
  .ink { color: #eceeec !important; }
  .quiet { color: #a9b2ad !important; }
  .link { color: ${dark.link} !important; }
  .action { background-color: ${dark.fill} !important; border-color: ${dark.fillEdge} !important; color: ${dark.onFill} !important; }
  .rule { border-top-color: #343a37 !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px 20px !important; } }
`;
