import { bookedWords } from '../../texts/en/pages/booking.ts';
import { useWords } from './locale.ts';

/** Links to the guest's calendar. */
export interface CalendarLinks {
  readonly fileHref: string;
  readonly googleHref: string;
  readonly outlookHref: string;
  readonly officeHref: string;
}

/** Links that add a confirmed meeting to a calendar. */
export function Calendars({ fileHref, googleHref, outlookHref, officeHref }: CalendarLinks) {
  const words = useWords(bookedWords);
  return (
    <section className="calendars" aria-labelledby="calendars">
      <h2 id="calendars">{words.calendar}</h2>
      <ul>
        <li>
          <a className="button second" href={googleHref} rel="noreferrer">
            {words.google}
          </a>
        </li>
        <li>
          <a className="button second" href={outlookHref} rel="noreferrer">
            {words.outlook}
          </a>
        </li>
        <li>
          <a className="button second" href={officeHref} rel="noreferrer">
            {words.office}
          </a>
        </li>
        <li>
          <a className="button second" href={fileHref} download="">
            {words.file}
          </a>
        </li>
      </ul>
    </section>
  );
}
