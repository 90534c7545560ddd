import { addressWords } from '../../texts/en/pages/access.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useLocale, useWords } from '../parts/locale.ts';
import { minuteInUtc } from '../parts/minute-in-utc.ts';
import { Outcomes } from '../parts/powers.tsx';

export interface AddressPageProps {
  readonly step:
    | { readonly kind: 'sign in'; readonly href: string }
    | ({ readonly kind: 'confirm'; readonly csrfToken: string } & Addresses & Form)
    | { readonly kind: 'confirmed'; readonly newEmail: string }
    | ({ readonly kind: 'undo'; readonly changedAt: string } & Addresses & Form)
    | { readonly kind: 'undone'; readonly oldEmail: string };
}

interface Addresses {
  readonly oldEmail: string;
  readonly newEmail: string;
}

interface Form {
  readonly action: string;
}

/** {app_url}/account/address/{token} and …/undo/{token}: the button changes the address; opening the link changes nothing. */
export function AddressPage({ step }: AddressPageProps) {
  const words = useWords(addressWords);
  return (
    <Layout title={words.titles[step.kind]}>
      <Sheet>
        <h1>{words.titles[step.kind]}</h1>
        <Step step={step} />
      </Sheet>
    </Layout>
  );
}

function Step({ step }: AddressPageProps) {
  const words = useWords(addressWords);
  switch (step.kind) {
    case 'sign in':
      return (
        <>
          <p className="lead">{words.works}</p>
          <Link href={step.href} label={words.signIn} />
          <p className="aside small">{words.withOld}</p>
        </>
      );
    case 'confirm':
      return <Confirm {...step} />;
    case 'confirmed':
      return (
        <>
          <p className="lead">
            {words.before} <strong>{step.newEmail}</strong>
            {words.afterNew}
          </p>
          <Link href="/" label={words.home} />
        </>
      );
    case 'undo':
      return <Undo {...step} />;
    case 'undone':
      return (
        <>
          <p className="lead">
            {words.before} <strong>{step.oldEmail}</strong>
            {words.afterOld}
          </p>
          <Link href="/login" label={words.signIn} />
        </>
      );
  }
}

const Link = ({ href, label }: { readonly href: string; readonly label: string }) => (
  <div className="actions">
    <a className="button" href={href}>
      {label}
    </a>
  </div>
);

function Confirm({ oldEmail, newEmail, action, csrfToken }: Extract<AddressPageProps['step'], { kind: 'confirm' }>) {
  const words = useWords(addressWords);
  return (
    <>
      <Facts
        facts={[
          { label: words.newAddress, value: <bdi>{newEmail}</bdi>, strong: true },
          { label: words.untilNow, value: <bdi>{oldEmail}</bdi> },
        ]}
      />
      <Outcomes
        outcomes={[
          [words.ifUse, words.ifUseText],
          [words.old, words.oldText],
        ]}
      />
      <form method="post" action={action}>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <div className="actions">
          <button type="submit" className="button">
            {words.use}
          </button>
        </div>
        <p className="aside small">{words.notAsked}</p>
      </form>
    </>
  );
}

function Undo({ oldEmail, newEmail, changedAt, action }: Extract<AddressPageProps['step'], { kind: 'undo' }>) {
  const words = useWords(addressWords);
  return (
    <>
      <Facts
        facts={[
          { label: words.addressBefore, value: <bdi>{oldEmail}</bdi>, strong: true },
          { label: words.changedTo, value: <bdi>{newEmail}</bdi> },
          { label: words.changed, value: <time dateTime={changedAt}>{minuteInUtc(changedAt, useLocale().tag)}</time> },
        ]}
      />
      <Outcomes
        outcomes={[
          [words.ifBack, words.backText],
          [words.stays, words.staysText],
        ]}
      />
      <form method="post" action={action}>
        <div className="actions">
          <button type="submit" className="button danger">
            {words.take}
          </button>
        </div>
        <p className="aside small">{words.you}</p>
      </form>
    </>
  );
}
