import { createContext, useContext } from 'react';
import type { Locale } from './locale.ts';

/** Files of one entry of the browser's build. */
export interface EntryFiles {
  readonly scriptHref: string;
  /** what the script imports: loaded at once instead of one by one */
  readonly preloadHrefs: readonly string[];
  readonly styleHrefs: readonly string[];
}

/** A workspace as guests see it. */
export interface Brand {
  readonly name: string;
  /** a style sheet that sets the accent colour; null: ours */
  readonly accentHref: string | null;
  /** a picture; null: the first letter is shown */
  readonly avatarHref: string | null;
  /** #rrggbb; null: none chosen */
  readonly accentColor: string | null;
  /** takes no bookings at present */
  readonly isLocked: boolean;
}

/** Head data for search engines and for the preview of a shared link. */
export interface PageMeta {
  readonly canonicalUrl: string;
  /** absolute; null if there is none */
  readonly imageUrl: string | null;
  /** the image is a card of 1200 × 630 pixels, no avatar */
  readonly hasCard: boolean;
  /** schema.org, as one JSON-LD object */
  readonly jsonLd: object;
  /** the same page for agents, as Markdown */
  readonly markdownHref: string;
}

/** How a page in a frame talks to the site around it. */
export interface Framed {
  readonly scriptHref: string;
  /** how the booking ended, for the site around the frame; null: it continues */
  readonly outcome: string | null;
}

/** Addresses that every page of an origin shares, and the values of this request. */
export interface Frame {
  readonly styleHref: string;
  readonly iconHref: string;
  /** Sends the browser's zone with the sign-in. */
  readonly signInZoneScriptHref: string;
  /** Copies blocks of code in the docs. */
  readonly copyCodeScriptHref: string;
  /** The docs, on the app origin. */
  readonly docsHref: string;
  readonly locale: Locale;
  /** this page in each language; empty if there is only one */
  readonly languages: readonly { readonly tag: string; readonly label: string; readonly href: string }[];
  /** this page's script; every page works without it */
  readonly entry: EntryFiles | null;
  readonly brand: Brand | null;
  /** set if the page is in a frame of another site */
  readonly framed: Framed | null;
  readonly meta: PageMeta | null;
}

const FrameContext = createContext<Frame | null>(null);

export const FrameProvider = FrameContext.Provider;

export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error('FrameProvider is missing');
  return frame;
}
