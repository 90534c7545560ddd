import { GUEST_NUMBER_KEY } from '../../domain/forms/guest-number.ts';
import type { FormDefinition } from '../../schemas/shapes/forms.ts';
import { detailsWords, questionWords } from '../../texts/en/pages/details.ts';
import { Alternatives } from '../parts/alternatives.tsx';
import { conditionWords } from '../parts/condition-words.ts';
import { ErrorSummary, type FormProblem, problemOf } from '../parts/error-summary.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { Glance } from '../parts/glance.tsx';
import { JsonScript } from '../parts/json-script.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { Question } from '../parts/question.tsx';
import { questionId } from '../parts/question-names.ts';

/** What the guest has typed so far; kept after any failure. */
export interface TypedDetails {
  readonly name: string;
  readonly email: string;
  /** as typed: one address a line */
  readonly guests: string;
  readonly answers: Readonly<Record<string, string | readonly string[]>>;
  /** chosen beside phone numbers, by their questions */
  readonly countries?: Readonly<Record<string, string>>;
}

export interface DetailsPageProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly place: string;
  /** null: no longer open, one of `alternatives` must be chosen */
  readonly time: MeetingTime | null;
  readonly alternatives: readonly MeetingTime[];
  readonly timesHref: string;
  readonly form: FormDefinition | null;
  readonly typed: TypedDetails;
  readonly problems: readonly FormProblem[];
  readonly notice: NoticeText | null;
  readonly action: string;
  readonly timezone: string;
  /** of the guest, by their zone, for phone numbers; '': not known */
  readonly country: string;
  readonly pageToken: string;
  /** whether the host must approve each request */
  readonly byApproval: boolean;
  /** whether a six-digit code comes next */
  readonly codeNext: boolean;
}

/** The second step: the guest's name, address and answers. */
export function DetailsPage(props: DetailsPageProps) {
  const { eventName, hostName, time, notice, problems, place, timesHref } = props;
  const words = useWords(detailsWords);
  const { error } = useWords(questionWords);
  const isWrong = problems.length > 0 || notice?.tone === 'error';
  return (
    <Layout title={`${isWrong ? error : ''}${words.title(eventName)}`}>
      <BackLink href={timesHref}>{words.allTimes}</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <ErrorSummary problems={problems} />
        <h1>{words.heading}</h1>
        <Glance event={eventName} host={hostName} time={time} place={place} />
        <DetailsForm {...props} />
      </Sheet>
    </Layout>
  );
}

const isUntyped = ({ name, email, guests, answers }: TypedDetails): boolean =>
  name === '' && email === '' && guests === '' && Object.keys(answers).length === 0;

function DetailsForm(props: DetailsPageProps) {
  const { action, time, timezone, pageToken, alternatives, timesHref, form, typed, problems, byApproval, codeNext } =
    props;
  const words = useWords(detailsWords);
  const onward = codeNext ? words.next : words.book;
  return (
    <form className="details" method="post" action={action} data-fresh={isUntyped(typed) ? '' : undefined}>
      <input type="hidden" name="pageToken" value={pageToken} />
      <input type="hidden" name="timezone" value={timezone} />
      {time === null ? (
        <Alternatives alternatives={alternatives} timesHref={timesHref} />
      ) : (
        <input type="hidden" name="startAt" value={time.startUtc} />
      )}
      <Person typed={typed} problems={problems} />
      {form !== null && <Questions form={form} typed={typed} problems={problems} country={props.country} />}
      <ExtraGuests typed={typed} problems={problems} />
      {byApproval && <p className="request">{words.byApproval}</p>}
      <div className="actions">
        <button type="submit" className="button" data-busy={words.busy} data-slow={words.slow}>
          {byApproval ? words.ask : onward}
        </button>
        {codeNext && <p className="quiet small">{words.codeNext}</p>}
      </div>
    </form>
  );
}

interface PartProps {
  readonly typed: TypedDetails;
  readonly problems: readonly FormProblem[];
}

/** The host's questions. The page also has them as data: a script shows those whose condition holds. */
function Questions({ form, typed, problems, country }: PartProps & { form: FormDefinition; country: string }) {
  const words = useWords(questionWords);
  return (
    <>
      {form.fields.length === 1 && form.fields[0]?.key === GUEST_NUMBER_KEY ? null : <FormHead {...form} />}
      {form.fields.map((field) => (
        <Question
          key={field.key}
          field={field}
          typed={typed.answers[field.key]}
          onlyIf={conditionWords(field, form.fields, words)}
          country={typed.countries?.[field.key] ?? country}
          problem={problemOf(problems, questionId(field.key))}
        />
      ))}
      <JsonScript type="application/json" id="questions" data={form.fields} />
    </>
  );
}

function FormHead({ name, description }: Pick<FormDefinition, 'name' | 'description'>) {
  return (
    <div className="field part">
      <h2 dir="auto">{name}</h2>
      {description !== undefined && (
        <p className="quiet prewrap" dir="auto">
          {description}
        </p>
      )}
    </div>
  );
}

function Person({ typed, problems }: PartProps) {
  const words = useWords(detailsWords);
  const name: FieldFrame = { id: 'name', label: words.name, required: true, problem: problemOf(problems, 'name') };
  const email: FieldFrame = {
    id: 'email',
    label: words.email,
    required: true,
    hint: words.emailHint,
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
          dir="auto"
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
          aria-describedby={describedBy(email)}
          aria-invalid={email.problem === undefined ? undefined : true}
        />
      </Field>
    </>
  );
}

function ExtraGuests({ typed, problems }: PartProps) {
  const words = useWords(detailsWords);
  const frame: FieldFrame = {
    id: 'guests',
    label: words.guests,
    required: false,
    hint: words.guestsHint,
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
        autoComplete="off"
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      />
    </Field>
  );
}
