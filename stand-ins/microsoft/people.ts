import { createHash } from 'node:crypto';

/** The tenant of accounts that belong to persons, not to a company: the same everywhere. */
export const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const WORK_TENANT = '5f0a3c52-7c1e-4b0e-9f57-3d6f1a2b9c10';

/** An account to start with. */
export interface PersonSeed {
  readonly email: string;
  readonly name: string;
  /** As the mailbox's settings name it: usually a Windows name. */
  readonly timeZone: string;
  /** An account of outlook.com. */
  readonly isPersonal?: true;
}

export interface Person {
  /** Never change; together they name the account. */
  readonly tid: string;
  readonly oid: string;
  readonly email: string;
  readonly name: string;
  readonly timeZone: string;
  readonly isPersonal: boolean;
}

/** The people of `npm start`: those of the demo workspace, and one with an account of her own. */
export const PEOPLE: readonly PersonSeed[] = [
  ...['Ada', 'Grace', 'Linus'].map((name) => ({
    ...{ email: `${name.toLowerCase()}@acme.test`, name, timeZone: 'W. Europe Standard Time' },
  })),
  { email: 'nora@outlook.test', name: 'Nora', timeZone: 'W. Europe Standard Time', isPersonal: true },
];

export function personOf({ email, name, timeZone, ...more }: PersonSeed): Person {
  const isPersonal = more.isPersonal === true;
  const digits = createHash('sha256').update(email).digest('hex');
  const oid = isPersonal
    ? `00000000-0000-0000-${digits.slice(0, 4)}-${digits.slice(4, 16)}`
    : `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  return { tid: isPersonal ? PERSONAL_TENANT : WORK_TENANT, oid, email, name, timeZone, isPersonal };
}
