import type { Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { ScrollBox } from './scroll-box.tsx';

/** The anchor of a heading, as code hosts make it: our guides link to these. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Markdown that was read before, as React elements: HTML in it is shown as nothing, never inserted. */
export function Markdown({ tokens }: { readonly tokens: readonly Token[] }) {
  return <>{each(tokens, block)}</>;
}

/** Children by their places, so they need no keys: no text changes its place after it was rendered. */
const each = <T,>(parts: readonly T[], render: (part: T) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...parts.map((part) => render(part)));

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading {...(token as Tokens.Heading)} />;
    case 'paragraph':
      return <p>{inlines(token)}</p>;
    case 'code':
      return <CodeBlock text={(token as Tokens.Code).text} />;
    case 'list':
      return <List {...(token as Tokens.List)} />;
    case 'table':
      return <Table {...(token as Tokens.Table)} />;
    case 'blockquote':
      return <blockquote>{each((token as Tokens.Blockquote).tokens, block)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'text':
      return inlines(token);
    default:
      return null;
  }
}

/** The page has the only first heading. */
function Heading({ depth, text, tokens }: Pick<Tokens.Heading, 'depth' | 'text' | 'tokens'>) {
  const Tag = `h${Math.min(Math.max(depth, 2), 4)}` as 'h2';
  const id = anchorOf(text.replaceAll(/[`*]/g, ''));
  return (
    <Tag id={id}>
      <a className="anchor" href={`#${id}`}>
        {each(tokens, inline)}
      </a>
    </Tag>
  );
}

const partOf = ([place, part]: [number, string]): ReactNode => (place % 2 === 0 ? part : <code>{part}</code>);

/** A line of text in which only `code` is marked. */
export function InlineCode({ text }: { readonly text: string }) {
  // A split by a group puts what is inside the marks at odd places.
  return <>{each([...text.split(/`([^`]+)`/).entries()], partOf)}</>;
}

/** Wide lines scroll in their own box, by keyboard too. The script of the docs shows the button. */
export function CodeBlock({ text }: { readonly text: string }) {
  return (
    <div className="code-block">
      <ScrollBox>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollBox>
      <button type="button" className="button second copy-code" hidden>
        Copy
      </button>
    </div>
  );
}

function List({ ordered, start, items }: Pick<Tokens.List, 'ordered' | 'start' | 'items'>) {
  const rows = each(items, ({ tokens }) => <li>{each(tokens, block)}</li>);
  return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
}

function Table({ header, rows }: Pick<Tokens.Table, 'header' | 'rows'>) {
  return (
    <ScrollBox>
      <table>
        <thead>
          <tr>
            {each(header, ({ tokens }) => (
              <th scope="col">{each(tokens, inline)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(rows, (cells) => (
            <tr>
              {each(cells, ({ tokens }) => (
                <td>{each(tokens, inline)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const inlines = (token: Token): ReactNode =>
  'tokens' in token && token.tokens ? each(token.tokens, inline) : inline(token);

function inline(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token)}</strong>;
    case 'em':
      return <em>{inlines(token)}</em>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'link':
      return <SafeLink href={(token as Tokens.Link).href}>{inlines(token)}</SafeLink>;
    case 'br':
      return <br />;
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inlines(token) : (token as Tokens.Text).text;
    default:
      return null;
  }
}

function SafeLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return /^(?:https?:|#|\/)/.test(href) ? <a href={href}>{children}</a> : children;
}
