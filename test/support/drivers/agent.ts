import { setTimeout as delay } from 'node:timers/promises';
import { tokensOf } from '../asserts/tokens.ts';
import { postJson } from './http.ts';
import { wholeRefusal } from './whole-refusal.ts';

const MAX_TRIES = 5;
const RETRY_AFTER_MS = 2_000;

type Input = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: answers are read as an agent reads them.
type Answer = any;

/** An agent at one MCP endpoint. It counts what it pays: calls, and the tokens of what it sends and gets. */
export class Agent {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  calls = 0;
  tokens = 0;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  async #send(name: string, input: Input, tries = 1): Promise<{ readonly isError: boolean; readonly answer: Answer }> {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
    const { result, error } = (await postJson(this.#url, message, this.#headers)).json() as never as {
      result: { isError?: boolean; content: { text: string }[] };
      error?: { message: string; data: { details: Answer } };
    };
    if (error) return { isError: true, answer: { error: { message: error.message, details: error.data.details } } };
    const text = result.content[0]?.text ?? '';
    // A busy machine: the answer says to repeat the same call. It is no part of what the job costs.
    if (result.isError && text.includes('"service.unavailable"') && tries < MAX_TRIES) {
      await delay(RETRY_AFTER_MS);
      return this.#send(name, input, tries + 1);
    }
    this.calls += 1;
    this.tokens += tokensOf(JSON.stringify(input)) + tokensOf(text);
    return { isError: result.isError === true, answer: JSON.parse(text) };
  }

  /** @throws Error with the refusal, if the call is refused */
  async call(name: string, input: Input = {}): Promise<Answer> {
    const { isError, answer } = await this.#send(name, input);
    if (isError) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The error of a call that is wrong on purpose, its message and its issues as one text. @throws Error if it is accepted */
  async mistake(name: string, input: Input = {}): Promise<{ message: string; details: Answer }> {
    const { isError, answer } = await this.#send(name, input);
    if (!isError) throw new Error(`${name} took ${JSON.stringify(input)}`);
    return wholeRefusal(answer.error);
  }
}
