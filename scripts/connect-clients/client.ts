/** A program of somebody else that connects by OAuth, as the journey drives it. Its tokens stay in files between runs. */
export interface ConnectingClient {
  readonly name: string;
  /** Connects without stored tokens: the program prints an address, and `allow` is the person who opens it. @returns the names of the tools */
  signIn(allow: (address: string) => Promise<void>): Promise<readonly string[]>;
  /** Calls a tool with the stored tokens. @throws Error if the program is refused or asks for a new sign-in */
  call(tool: string, input: object): Promise<Readonly<Record<string, unknown>>>;
  /** The addresses of resources, or the names of prompts. @throws Error as `call` */
  list(what: 'resources' | 'prompts'): Promise<readonly string[]>;
  /** The file with the stored tokens. */
  readonly tokenFile: () => string;
}

export interface StoredTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const JWT = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{86}/;
const REFRESH_TOKEN = /\\?"refresh_token\\?":\s*\\?"([\w-]+)/;

/** @throws Error if the text holds no pair of tokens */
export function tokensIn(text: string): StoredTokens {
  const accessToken = JWT.exec(text)?.[0];
  const refreshToken = REFRESH_TOKEN.exec(text)?.[1];
  if (accessToken === undefined || refreshToken === undefined) throw new Error('The client stored no tokens');
  return { access_token: accessToken, refresh_token: refreshToken };
}

/** The stored text with an access token whose signature is wrong, as one that is over: the program has to refresh it. */
export const withSpoiledToken = (text: string): string =>
  text.replace(JWT, (token) => `${token.slice(0, -86)}${'A'.repeat(86)}`);

/** What a program sees of the environment: its own home, and no browser to open. */
export const isolatedEnvironment = (node: string, home: string): Record<string, string> => ({
  PATH: node.replace(/[\\/][^\\/]+$/, ''),
  HOME: home,
});

const WAIT_MS = 30_000;

/** The first authorization request that a program prints. */
export class PrintedAddress {
  readonly #pattern = /https?:\/\/[^\s"]+\/oauth\/authorize\?[^\s"]+/;
  #text = '';
  #resolve: (address: string) => void = () => {};
  readonly address: Promise<string>;

  constructor() {
    this.address = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      setTimeout(() => reject(new Error(`The client printed no address. It said:\n${this.#text}`)), WAIT_MS).unref();
    });
    // Nobody waits for it where the program has tokens.
    this.address.catch(() => {});
  }

  get text(): string {
    return this.#text;
  }

  readonly read = (chunk: unknown): void => {
    this.#text += String(chunk);
    // A line may come in parts: its end tells that the address is whole.
    const address = new RegExp(`${this.#pattern.source}(?=\\s)`).exec(this.#text)?.[0];
    if (address !== undefined) this.#resolve(address);
  };
}
