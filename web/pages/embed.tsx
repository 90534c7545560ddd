import { embedWords } from '../../texts/en/pages/booking.ts';
import { EMBED_KINDS, type EmbedChoice, needsScript } from '../parts/embed-snippet.ts';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';

export interface EmbedPageProps {
  readonly hostName: string;
  /** null: for all events of the host */
  readonly eventName: string | null;
  readonly choice: EmbedChoice;
  readonly snippet: string;
  /** for the site's style sheet; empty if the snippet needs none */
  readonly rule: string;
  readonly action: string;
  /** the snippet as its own document */
  readonly previewHref: string;
  /** the same without its script, for the frame */
  readonly lookHref: string;
  readonly bookingHref: string;
  /** the booking page as it is in a frame */
  readonly framedHref: string;
  readonly publicOrigin: string;
}

/** /embed/{workspace}/{username}[/{eventSlug}]: makes a link or button for a website, and shows it. */
export function EmbedPage(props: EmbedPageProps) {
  const { hostName, eventName, bookingHref } = props;
  const words = useWords(embedWords);
  return (
    <Layout title={words.title} wide>
      <Sheet>
        <h1>{words.title}</h1>
        <p className="lead">
          <bdi>{eventName === null ? words.forHost(hostName) : words.forEvent(eventName, hostName)}</bdi>{' '}
          <a href={bookingHref}>{words.openPage}</a>
        </p>
        <div className="embed-layout">
          <Choices {...props} />
          <Result {...props} />
        </div>
      </Sheet>
    </Layout>
  );
}

function Choices({ choice, action }: EmbedPageProps) {
  const words = useWords(embedWords);
  return (
    <form method="get" action={action} data-embed>
      <fieldset className="field">
        <legend>{words.kind}</legend>
        <div className="choices boxed">
          {EMBED_KINDS.map((kind) => (
            <label key={kind} className="choice">
              <input type="radio" name="kind" value={kind} defaultChecked={kind === choice.kind} />
              <span>
                <WholeWords text={words.kinds[kind]} />
                <span className="hint">{words.hints[kind]}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="label">{words.label}</label>
        <input type="text" id="label" name="label" defaultValue={choice.label} maxLength={80} dir="auto" />
      </div>
      <Look {...choice} />
      <div className="actions">
        <button type="submit" className="button second">
          {words.update}
        </button>
      </div>
    </form>
  );
}

/** "pop-up" stays on one line. */
function WholeWords({ text }: { text: string }) {
  const [before, whole, after] = text.split(/(\p{L}+-\p{L}+)/u);
  return (
    <>
      {before}
      {whole !== undefined && <span className="nowrap">{whole}</span>}
      {after}
    </>
  );
}

/** Options of a button: the style sheet hides them for a link, and keeps what was set. */
function Look({ colour, byClass }: EmbedChoice) {
  const words = useWords(embedWords);
  return (
    <div className="embed-look">
      <div className="field">
        <label htmlFor="colour">{words.colour}</label>
        <input type="color" id="colour" name="colour" defaultValue={colour} />
      </div>
      <div className="choices">
        <label className="choice">
          <input type="checkbox" name="style" value="class" defaultChecked={byClass} />
          <span>
            {words.byClass}
            <span className="hint">{words.byClassHint}</span>
          </span>
        </label>
      </div>
    </div>
  );
}

function Result({ choice, snippet, rule, previewHref, lookHref, framedHref, publicOrigin }: EmbedPageProps) {
  const words = useWords(embedWords);
  return (
    <div className="embed-result" data-embed-result>
      <section aria-labelledby="preview">
        <h2 id="preview">{words.preview}</h2>
        {/* A link or a button needs no script to be seen. The calendar is our own page of this origin, as guests have it; it sends no form here. */}
        <iframe
          title={words.preview}
          src={choice.kind === 'inline' ? framedHref : lookHref}
          sandbox={`allow-popups allow-popups-to-escape-sandbox${choice.kind === 'inline' ? ' allow-scripts allow-same-origin' : ''}`}
          className={choice.kind === 'inline' ? 'embed-preview tall' : 'embed-preview'}
        />
        <p className="small quiet">
          {choice.kind === 'inline' ? words.framedHint : words.previewHint}
          {needsScript(choice.kind) && (
            <>
              {' '}
              <a href={previewHref} target="_blank" rel="noopener">
                <WholeWords text={choice.kind === 'inline' ? words.tryInline : words.tryIt} />
              </a>
            </>
          )}
        </p>
      </section>
      <Code id="snippet" label={words.html} hint={words.htmlHint} text={snippet} />
      {rule !== '' && <Code id="rule" label={words.css} hint={null} text={rule} />}
      {needsScript(choice.kind) && <p className="small quiet">{words.policy(publicOrigin)}</p>}
    </div>
  );
}

interface CodeProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string | null;
  readonly text: string;
}

/** Text to copy. The script shows the copy button. */
function Code({ id, label, hint, text }: CodeProps) {
  const { copy, copied, notCopied } = useWords(embedWords);
  return (
    <div className="field code-block">
      <label htmlFor={id}>{label}</label>
      {hint !== null && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <textarea
        id={id}
        readOnly
        rows={text.split('\n').length + 1}
        spellCheck={false}
        translate="no"
        dir="ltr"
        aria-describedby={hint === null ? undefined : `${id}-hint`}
        defaultValue={text}
      />
      <p className="copy">
        <button
          type="button"
          hidden
          className="button second"
          data-copy={id}
          data-done={copied}
          data-failed={notCopied}
        >
          {copy}
          <span className="vh">: {label}</span>
        </button>
        <span role="status" className="small" />
      </p>
    </div>
  );
}
