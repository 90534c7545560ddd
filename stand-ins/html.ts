/** HTML that is safe to send. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | readonly Html[] | string | number | null | false;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const textOf = (part: Part): string => {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map((one: Html) => one.text).join('') : escaped(String(part));
};

/** A template of HTML. Texts in it are escaped; other HTML is not. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    strings.map((string, index) => string + (index < parts.length ? textOf(parts[index] ?? null) : '')).join(''),
  );

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 70rem; padding: 1rem }
header { border-block-end: 1px solid; margin-block-end: 1rem }
table { border-collapse: collapse; inline-size: 100%; table-layout: fixed }
td ul, form ul { list-style: none; padding: 0 }
form ul li { margin-block: .5rem }
th, td { border: 1px solid; padding: .25rem .5rem; text-align: start; vertical-align: top; overflow-wrap: anywhere }
form.line { display: inline }
fieldset { margin-block: .5rem }
label { display: block; margin-block: .25rem }
button, input, select { font: inherit }
.free { opacity: .7 }
@media (max-width: 40rem) {
  .week, .week tbody, .week tr, .week td { display: block }
  .week caption { display: block; text-align: start }
  .week thead { display: none }
  .week td::before { content: attr(data-day); font-weight: bold }
  .week td ul { margin: 0 }
}
`;

/** A whole page. @param service whose stand-in it is @param memory what it keeps, in a sentence */
export const page = (
  service: string,
  title: string,
  body: Html,
  memory = 'It forgets everything when it stops.',
): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${service} (local stand-in)</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><p><a href="/">${service} (local stand-in)</a>: nothing here reaches ${service}. ${memory}</p></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`.text;
