import type { FormDefinition } from '../../schemas/forms.ts';
import { type Alternative, Alternatives } from '../parts/alternatives.tsx';
import { conditionWords } from '../parts/condition-words.ts';
import { ErrorSummary, type FormProblem, problemOf } from '../parts/error-summary.tsx';
import { Facts, When } from '../parts/facts.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { Question } from '../parts/question.tsx';

/** What the guest has typed so far; kept whatever goes wrong. */
export interface TypedDetails {
  readonly name: string;
  readonly email: string;
  /** as typed: one address a line */
  readonly guests: string;
  readonly answers: Readonly<Record<string, string | readonly string[]>>;
}

export interface DetailsPageProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly place: string;
  /** null: the time is gone, one of `alternatives` must be chosen */
  readonly time: MeetingTime | null;
  readonly alternatives: readonly Alternative[];
  readonly timesHref: string;
  readonly form: FormDefinition | null;
  readonly typed: TypedDetails;
  readonly problems: readonly FormProblem[];
  readonly notice: NoticeText | null;
  readonly action: string;
  readonly timezone: string;
  readonly pageToken: string;
  /** whether a six-digit code will be asked for next */
  readonly codeNext: boolean;
}

/** The second step: who the guest is, and what the host wants to know. */
export function DetailsPage(props: DetailsPageProps) {
  const { eventName, hostName, time, notice, problems, place, timesHref } = props;
  const title = `${problems.length > 0 || notice?.tone === 'error' ? 'Error: ' : ''}Your details for ${eventName}`;
  return (
    <Layout title={title}>
      <BackLink href={timesHref}>All times</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <ErrorSummary problems={problems} />
        <h1>Your details</h1>
        <Facts
          facts={[
            { label: 'What', value: `${eventName} with ${hostName}` },
            ...(time === null ? [] : [{ label: 'When', value: <When time={time} />, strong: true }]),
            { label: 'Where', value: place },
          ]}
        />
        <DetailsForm {...props} />
      </Sheet>
    </Layout>
  );
}

function DetailsForm(props: DetailsPageProps) {
  const { action, time, timezone, pageToken, alternatives, timesHref, form, typed, problems, codeNext } = props;
  return (
    <form className="details" method="post" action={action}>
      <input type="hidden" name="pageToken" value={pageToken} />
      <input type="hidden" name="timezone" value={timezone} />
      {time === null ? (
        <Alternatives alternatives={alternatives} timesHref={timesHref} />
      ) : (
        <input type="hidden" name="startAt" value={time.startUtc} />
      )}
      <Person typed={typed} problems={problems} />
      {form?.fields.map((field) => (
        <Question
          key={field.key}
          field={field}
          typed={typed.answers[field.key]}
          onlyIf={conditionWords(field, form.fields)}
          problem={problemOf(problems, `field-${field.key}`)}
        />
      ))}
      <ExtraGuests typed={typed} problems={problems} />
      <div className="actions">
        <button type="submit" className="button">
          {codeNext ? 'Continue' : 'Book this time'}
        </button>
        {codeNext && <p className="quiet small">Next we mail you a six-digit code to confirm.</p>}
      </div>
    </form>
  );
}

interface PartProps {
  readonly typed: TypedDetails;
  readonly problems: readonly FormProblem[];
}

function Person({ typed, problems }: PartProps) {
  const name: FieldFrame = { id: 'name', label: 'Your name', required: true, problem: problemOf(problems, 'name') };
  const email: FieldFrame = {
    id: 'email',
    label: 'Your email',
    required: true,
    hint: 'The invite goes here.',
    problem: problemOf(problems, 'email'),
  };
  return (
    <>
      <Field frame={name}>
        <input
          type="text"
          id="name"
          name="name"
          autoComplete="name"
          defaultValue={typed.name}
          required
          maxLength={120}
          aria-describedby={describedBy(name)}
          aria-invalid={name.problem === undefined ? undefined : true}
        />
      </Field>
      <Field frame={email}>
        <input
          type="email"
          id="email"
          name="email"
          autoComplete="email"
          defaultValue={typed.email}
          required
          maxLength={254}
          aria-describedby={describedBy(email)}
          aria-invalid={email.problem === undefined ? undefined : true}
        />
      </Field>
    </>
  );
}

function ExtraGuests({ typed, problems }: PartProps) {
  const frame: FieldFrame = {
    id: 'guests',
    label: 'Other people to invite',
    required: false,
    hint: 'Up to ten email addresses, one a line.',
    problem: problemOf(problems, 'guests'),
  };
  return (
    <Field frame={frame}>
      <textarea
        id="guests"
        name="guests"
        className="short"
        rows={2}
        defaultValue={typed.guests}
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      />
    </Field>
  );
}
