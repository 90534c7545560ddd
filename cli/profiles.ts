import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { z } from 'zod';
import { CliError, usageError } from './exit.ts';

const Profile = z.object({
  appUrl: z.url(),
  publicUrl: z.url(),
  apiKey: z.string(),
  workspace: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  user: z.object({ id: z.string(), email: z.string() }),
});
export type Profile = z.infer<typeof Profile>;

const Profiles = z.object({ current: z.string(), profiles: z.record(z.string(), Profile) });
type Profiles = z.infer<typeof Profiles>;

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
    const parsed = Profiles.safeParse(parseJson(text));
    if (!parsed.success) throw usageError(`${this.file} is damaged. Remove it and run: holdfast login`);
    return parsed.data;
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
