import { createHash } from 'node:crypto';
import type { CalendarFacts, StandInCalendar } from './calendar.ts';

export type AccessRole = 'owner' | 'writer' | 'reader' | 'freeBusyReader';

/** How a calendar stands in a person's list. */
export interface ListEntry {
  readonly calendar: StandInCalendar;
  readonly accessRole: AccessRole;
  readonly isPrimary: boolean;
}

export interface Account {
  /** Never changes, as Google's `sub`. */
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly timeZone: string;
  /** By the calendar's id. */
  readonly list: Map<string, ListEntry>;
}

/** An account to start with. Its primary calendar has its address as id. */
export interface AccountSeed {
  readonly email: string;
  readonly name: string;
  readonly timeZone: string;
  readonly calendars?: readonly {
    readonly id: string;
    readonly summary: string;
    readonly accessRole: AccessRole;
    readonly timeZone?: string;
    /** Made by Google, such as holidays. */
    readonly isVirtual?: true;
  }[];
}

const HOLIDAYS = 'en.german#holiday@group.v.calendar.google.com';

/** The people of `npm start`: those of the demo workspace. */
export const PEOPLE: readonly AccountSeed[] = ['Ada', 'Grace', 'Linus'].map((name) => {
  const word = name.toLowerCase();
  return {
    ...{ email: `${word}@acme.test`, name, timeZone: 'Europe/Berlin' },
    calendars: [
      { id: `family-${word}@group.calendar.google.com`, summary: 'Family', accessRole: 'owner' },
      { id: 'team@group.calendar.google.com', summary: 'Team', accessRole: 'reader' },
      { id: 'boss@acme.test', summary: 'The boss', accessRole: 'freeBusyReader' },
      { id: HOLIDAYS, summary: 'Holidays in Germany', accessRole: 'reader', isVirtual: true },
    ],
  };
});

/** The people of a stand-in and all calendars. */
export class Accounts {
  readonly people = new Map<string, Account>();
  readonly calendars = new Map<string, StandInCalendar>();
  readonly #make: (facts: CalendarFacts) => StandInCalendar;

  constructor(seeds: readonly AccountSeed[], make: (facts: CalendarFacts) => StandInCalendar) {
    this.#make = make;
    for (const seed of seeds) this.add(seed);
  }

  add({ email, name, timeZone, calendars = [] }: AccountSeed): Account {
    const sub = BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 16)}`)
      .toString()
      .padStart(21, '1');
    const account: Account = { sub, email, name, timeZone, list: new Map() };
    this.people.set(email, account);
    const main = { id: email, summary: email, timeZone, owner: email, isVirtual: false };
    account.list.set(email, { calendar: this.#calendar(main), accessRole: 'owner', isPrimary: true });
    for (const { id, summary, accessRole, isVirtual = false, ...more } of calendars) {
      const owner = accessRole === 'owner' ? email : 'somebody@acme.test';
      const facts = { id, summary, timeZone: more.timeZone ?? timeZone, owner, isVirtual };
      account.list.set(id, { calendar: this.#calendar(facts), accessRole, isPrimary: false });
    }
    return account;
  }

  #calendar(facts: CalendarFacts): StandInCalendar {
    const found = this.calendars.get(facts.id) ?? this.#make(facts);
    this.calendars.set(facts.id, found);
    return found;
  }

  bySub(sub: string): Account | undefined {
    return [...this.people.values()].find((account) => account.sub === sub);
  }
}
