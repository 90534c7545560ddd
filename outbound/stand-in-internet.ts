import type { StandInInternet } from './dialler.ts';

/**
 * Reads the authority of the stand-in internet from the stand-in itself, once. It makes a new one at each start, so after a failure it is
 * asked again.
 * @param url where it answers, such as `http://127.0.0.1:3006`: DNS, HTTP and HTTPS on one port
 */
export function standInInternetAt(url: string): () => Promise<StandInInternet> {
  let known: Promise<StandInInternet> | undefined;
  const load = async (): Promise<StandInInternet> => {
    const answer = await fetch(`${url}/ca.pem`, { signal: AbortSignal.timeout(5_000) });
    return { port: Number(new URL(url).port), certificate: await answer.text() };
  };
  return () => {
    known ??= load().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
