import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { CliError, usageError } from './exit.ts';

export interface Profile {
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly workspace: { readonly id: string; readonly name: string; readonly slug: string };
  readonly user: { readonly id: string; readonly email: string };
}

interface Profiles {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const hasTexts = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Object(value)[name] === 'string');

const isProfile = (value: unknown): value is Profile =>
  hasTexts(value, ['appUrl', 'publicUrl', 'apiKey']) &&
  URL.canParse(`${value.appUrl}`) &&
  URL.canParse(`${value.publicUrl}`) &&
  hasTexts(value.workspace, ['id', 'name', 'slug']) &&
  hasTexts(value.user, ['id', 'email']);

/** By hand: every command reads the file, and loading zod took a sixth of a command's start. */
const isProfiles = (value: unknown): value is Profiles =>
  hasTexts(value, ['current']) &&
  typeof value.profiles === 'object' &&
  value.profiles !== null &&
  Object.values(value.profiles).every(isProfile);

export const NAME_LENGTH = 40;
const NAME = /^[a-z0-9][a-z0-9-]*$/;

/** This user's keys on this machine, in one file that only the user can read. */
export class ProfileStore {
  readonly #folder: string;

  /** @param folder `HOLDFAST_CONFIG_DIR`; default: the system's settings folder */
  constructor(folder: string | undefined) {
    this.#folder = folder ?? envPaths('holdfast', { suffix: '' }).config;
  }

  get file(): string {
    return join(this.#folder, 'profiles.json');
  }

  get #draft(): string {
    return `${this.file}.${process.pid}`;
  }

  async read(): Promise<Profiles> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return { current: 'default', profiles: {} };
    const parsed = parseJson(text);
    if (!isProfiles(parsed)) throw usageError(`${this.file} is damaged. Remove it and run: holdfast login`);
    return parsed;
  }

  /** The named profile, else the current one. `profile` is undefined if it does not exist yet. */
  async find(given: string | undefined): Promise<{ readonly name: string; readonly profile: Profile | undefined }> {
    const { current, profiles } = await this.read();
    const name = given ?? current;
    return { name, profile: Object.hasOwn(profiles, name) ? profiles[name] : undefined };
  }

  /**
   * Checks that a key can be stored. Call it before asking for a key: the key is shown once.
   * @throws CliError if the name is invalid or the settings folder is not writable
   */
  async prepare(name: string | undefined): Promise<void> {
    if (name !== undefined) checkName(name);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(this.#draft, '', { mode: 0o600 });
      await rm(this.#draft);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `Cannot store a key in ${this.file} (${why}). Set HOLDFAST_CONFIG_DIR to another folder.`;
      throw new CliError({
        error: { code: 'internal.unexpected', message, details: { reason: 'settings_unwritable' } },
      });
    }
  }

  /** Stores a key and makes its profile the current one. On disk before this returns. */
  async save(name: string, profile: Profile): Promise<void> {
    checkName(name);
    const known = await this.read();
    await this.#write({ current: name, profiles: { ...known.profiles, [name]: profile } });
  }

  /** Removes a profile. If it was the current one, the next in order becomes current. */
  async remove(name: string): Promise<void> {
    const known = await this.read();
    const { [name]: _gone, ...profiles } = known.profiles;
    const current = known.current === name ? (Object.keys(profiles)[0] ?? 'default') : known.current;
    await this.#write({ current, profiles });
  }

  async #write(profiles: Profiles): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Write a draft, then rename: a crash leaves the old file or the new one, both private.
    const draft = this.#draft;
    try {
      await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flush: true });
      await chmod(draft, 0o600);
      await rename(draft, this.file);
    } finally {
      await rm(draft, { force: true });
    }
  }
}

const checkName = (name: string): void => {
  if (NAME.test(name) && name.length <= NAME_LENGTH) return;
  throw usageError(`--profile must be lower-case letters, digits and dashes, at most ${NAME_LENGTH}`);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
