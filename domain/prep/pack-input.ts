import type { EnrichmentRecord } from '../../schemas/shapes/enrichment-record.ts';
import type { EmailClass, EnrichmentStatus, PrepTemplate, StarterIntent } from '../../schemas/shapes/prep.ts';
import type { HostPrepPack } from '../../schemas/shapes/prep-pack.ts';
import type { DomainFacts } from './source.ts';

/** A workspace's own words in place of those of a template; null: the template's. */
export interface HostTexts {
  readonly purpose: string | null;
  readonly brandSpeakFrom: readonly string[] | null;
  readonly doNotSay: readonly string[] | null;
  readonly softQualifyOnly: boolean | null;
  readonly closer: string | null;
  /** Questions that are asked first, as they stand. Intent null: their words decide. */
  readonly questions: readonly { readonly text: string; readonly intent: StarterIntent | null }[] | null;
}

/** What the guest and the host had with each other before this meeting, within the workspace. */
export interface GuestHistory {
  readonly completed: number;
  readonly noShows: number;
  readonly canceled: number;
  readonly upcoming: number;
  /** The last meeting that took place; null: none. */
  readonly lastMetAtMs: number | null;
  readonly lastEventTypeName: string | null;
  /** What the host wrote about that last meeting; missing: nothing. */
  readonly lastNotes?: string;
  /** Meetings of the same host with others who write from the same company's domain; missing: none. */
  readonly colleagues?: { readonly people: number; readonly lastMetAtMs: number };
}

/** All that a pack is made from. What is not in here can't change a pack. */
export interface PackInput {
  readonly bookingId: string;
  readonly enrichmentRecordId: string | null;
  readonly template: PrepTemplate;
  readonly texts: HostTexts;
  readonly eventType: { readonly name: string; readonly durationMinutes: number };
  /** Start of the meeting and when it was booked: lead time is a signal. */
  readonly startMs: number;
  readonly bookedMs: number;
  /** IANA zone of the host, for the dates in the text. */
  readonly hostTimezone: string;
  readonly guest: {
    readonly name: string | null;
    readonly email: string;
    readonly timezone: string;
    readonly isByAgent: boolean;
    readonly furtherGuests: number;
    readonly reschedules: number;
  };
  /** In the order of the form. */
  readonly answers: readonly {
    readonly key: string;
    readonly label: string;
    readonly display: string;
    /** Key of the earlier answer on which the question depends; missing: none. */
    readonly follows?: string;
  }[];
  readonly hostNotes: string | null;
  readonly history: GuestHistory;
  readonly emailClass: EmailClass;
  /** The registrable domain of the guest's company; null: their address names none. */
  readonly companyDomain: string | null;
  readonly lookUp: {
    readonly status: EnrichmentStatus;
    /** null: not looked up. */
    readonly facts: DomainFacts | null;
    /** The facts are of an earlier look-up, because this one failed. */
    readonly isStale: boolean;
    /** With `skipped_no_credits` alone: whether the workspace never had credits, or has used them up. */
    readonly credits?: 'never' | 'used';
  };
}

/** The inner objects of the spec's "Booking enrichment record", each null until the look-up has ended. */
export type EnrichmentParts = Pick<
  EnrichmentRecord,
  'companyFacts' | 'personFacts' | 'conversationSignals' | 'brief' | 'score' | 'providerBreakdown'
>;

/** A pack without what the row adds: when it was made. */
export type MadePack = Omit<HostPrepPack, 'generatedAt' | 'untrusted'>;
