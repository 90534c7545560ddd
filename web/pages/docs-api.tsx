import { CodeBlock, InlineCode } from '../parts/markdown.tsx';
import { ScrollBox } from '../parts/scroll-box.tsx';
import { DocsFrame, type DocsGroup } from './docs-frame.tsx';

export interface FieldRow {
  /** "invitee.email", "slots[].startUtc" */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly text: string;
}

export interface OperationView {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly method: string;
  readonly url: string;
  /** "GET /api/v1/workspace" */
  readonly call: string;
  readonly auth: string;
  readonly tool: string | null;
  readonly input: readonly FieldRow[];
  readonly output: readonly FieldRow[];
  readonly errors: readonly string[];
  readonly example: string;
  /** An answer as JSON, if the document has one. */
  readonly answer: string | null;
}

export interface DocsApiProps {
  readonly groups: readonly DocsGroup[];
  readonly areas: readonly {
    readonly title: string;
    readonly text: string;
    readonly href: string;
    readonly operations: readonly { readonly title: string; readonly href: string; readonly call: string }[];
  }[];
  readonly intro: string;
  readonly openapiUrl: string;
}

/** {app_url}/docs/api: all operations, by area. */
export function DocsApiPage({ groups, areas, intro, openapiUrl }: DocsApiProps) {
  return (
    <DocsFrame title="API reference" description="Every operation of Holdfast." groups={groups} here="/docs/api">
      <h1>API reference</h1>
      {intro.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <InlineCode text={paragraph} />
        </p>
      ))}
      <p>
        <a href={openapiUrl}>The same as an OpenAPI 3.1 document</a>
      </p>
      {areas.map((area) => (
        <section key={area.href}>
          <h2>
            <a href={area.href}>{area.title}</a>
          </h2>
          <p className="quiet">{area.text}</p>
          <ul className="docs-calls">
            {area.operations.map(({ title, href, call }) => (
              <li key={href}>
                <a href={href}>{title}</a> <code>{call}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocsFrame>
  );
}

export interface DocsAreaProps {
  readonly groups: readonly DocsGroup[];
  readonly here: string;
  readonly title: string;
  readonly text: string;
  readonly operations: readonly OperationView[];
}

/** {app_url}/docs/api/{area} */
export function DocsAreaPage({ groups, here, title, text, operations }: DocsAreaProps) {
  return (
    <DocsFrame title={title} description={text} groups={groups} here={here}>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <ul className="docs-calls">
        {operations.map((operation) => (
          <li key={operation.id}>
            <a href={`#${operation.id}`}>{operation.title}</a> <code>{operation.call}</code>
          </li>
        ))}
      </ul>
      {operations.map((operation) => (
        <OperationPart key={operation.id} {...operation} />
      ))}
    </DocsFrame>
  );
}

function OperationPart({
  id,
  title,
  text,
  method,
  url,
  auth,
  tool,
  input,
  output,
  errors,
  example,
  answer,
}: OperationView) {
  return (
    <section className="docs-operation">
      <h2 id={id}>
        <a className="anchor" href={`#${id}`}>
          {title}
        </a>
      </h2>
      <p className="docs-call">
        <strong>{method}</strong> <code>{url}</code>
      </p>
      <p>
        <InlineCode text={text} />
      </p>
      <p className="small quiet">
        {auth}
        {tool !== null && (
          <>
            {' '}
            MCP tool <code>{tool}</code>.
          </>
        )}
      </p>
      <CodeBlock text={example} />
      {input.length > 0 && <Fields title="What it takes" rows={input} />}
      {output.length > 0 && (
        <details>
          <summary>What it answers</summary>
          {answer !== null && <CodeBlock text={answer} />}
          <Fields title="Fields of the answer" rows={output} />
        </details>
      )}
      <p className="small">
        Errors:{' '}
        {errors.map((code, place) => (
          <span key={code}>
            {place > 0 && ', '}
            <code>{code}</code>
          </span>
        ))}
        . <a href="/docs/errors-and-limits">How to repair each</a>
      </p>
    </section>
  );
}

function Fields({ title, rows }: { readonly title: string; readonly rows: readonly FieldRow[] }) {
  return (
    <ScrollBox>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, type, required, text }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>
                {type}
                {required && <span className="quiet"> required</span>}
              </td>
              <td>
                <InlineCode text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
