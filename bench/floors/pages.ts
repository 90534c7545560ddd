/** The floor of the first reading: a loop over the pages of a calendar, and one insert for each page. */
import postgres from 'postgres';
import { timeMs } from '../measure.ts';
import { serveFloor } from './floor-process.ts';

export interface PagesAsk {
  readonly databaseUrl: string;
  readonly url: string;
  readonly accessToken: string;
  readonly calendarId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** There must be so many. */
  readonly events: number;
}

interface Page {
  readonly items: readonly {
    readonly id: string;
    readonly start: { dateTime: string };
    readonly end: { dateTime: string };
  }[];
  readonly nextPageToken?: string;
}

async function* pagesOf({ url, accessToken, calendarId, startMs, endMs }: PagesAsk): AsyncGenerator<Page> {
  const query = new URLSearchParams({
    ...{ singleEvents: 'true', maxResults: '2500', maxAttendees: '1' },
    ...{ timeMin: new Date(startMs).toISOString(), timeMax: new Date(endMs).toISOString() },
    fields: 'nextPageToken,items(id,status,start,end,transparency)',
  });
  for (;;) {
    const response = await fetch(`${url}/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events?${query}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (!response.ok) throw new Error(`The stand-in answered ${response.status}`);
    const page = (await response.json()) as Page;
    yield page;
    if (!page.nextPageToken) return;
    query.set('pageToken', page.nextPageToken);
  }
}

async function readAll(ask: PagesAsk): Promise<number> {
  const sql = postgres(ask.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`create table bench_pages (id text primary key, period tstzrange not null)`;
  let events = 0;
  const tookMs = await timeMs(async () => {
    for await (const { items } of pagesOf(ask)) {
      events += items.length;
      await sql`
        insert into bench_pages (id, period) select id, tstzrange(start_at, end_at)
        from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ start }) => start.dateTime)}::timestamptz[],
          ${items.map(({ end }) => end.dateTime)}::timestamptz[]) row (id, start_at, end_at)`;
    }
  });
  await sql`drop table bench_pages`;
  await sql.end();
  if (events !== ask.events) throw new Error(`The pages have ${events} events`);
  return tookMs;
}

serveFloor<PagesAsk, number>(readAll);
