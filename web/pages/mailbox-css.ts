/**
 * The mailbox page's only style sheet. It has no quotes or angle brackets: React would escape them.
 * List beside mail on a wide screen, one after the other on a phone.
 */
export const MAILBOX_CSS = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #57606a; --line: #dfe2de; --page: #f4f5f3; --card: #fff; --accent: #0b6b5d; --chosen: #e6f1ee; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceeec; --quiet: #a9b2ad; --line: #343a37; --page: #141715; --card: #1d211f; --accent: #6fd0bd; --chosen: #22332e; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--page); color: var(--ink); font: 16px/1.5 -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: center; justify-content: space-between; padding: 14px 20px; background: var(--card); border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 18px; }
h1 a { color: inherit; text-decoration: none; }
search { flex: 0 1 420px; min-width: 0; }
form { display: flex; gap: 8px; align-items: center; }
label { color: var(--quiet); font-size: 14px; white-space: nowrap; }
input { flex: 1; min-width: 0; }
input, button { font: inherit; padding: 6px 10px; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 8px; }
button { background: var(--accent); border-color: var(--accent); color: var(--card); font-weight: 600; cursor: pointer; }
main { flex: 1; display: grid; grid-template-columns: minmax(280px, 360px) minmax(0, 1fr); }
main.empty { display: block; max-width: 480px; margin: 15vh auto 0; padding: 0 20px; text-align: center; }
main.empty p { color: var(--quiet); }
.list { border-right: 1px solid var(--line); background: var(--card); }
ol { list-style: none; margin: 0; padding: 0; }
.list a { display: block; padding: 12px 20px; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; }
.list a:hover, .list a[aria-current] { background: var(--chosen); }
.row { display: flex; gap: 12px; justify-content: space-between; font-size: 14px; color: var(--quiet); }
.who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row time { white-space: nowrap; }
.what { display: block; overflow-wrap: anywhere; font-weight: 600; }
.kind { display: block; font-size: 13px; color: var(--quiet); }
article { display: flex; flex-direction: column; min-width: 0; padding: 20px 24px 24px; }
h2 { margin: 0 0 10px; font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 14px; margin: 0 0 12px; font-size: 15px; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.attachments { list-style: none; margin: 0 0 12px; padding: 0; display: flex; flex-wrap: wrap; gap: 8px; font-size: 14px; }
.attachments li { max-width: 100%; overflow-wrap: anywhere; padding: 6px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.attachments a { display: inline; padding: 0; border: 0; color: var(--accent); text-decoration: underline; background: none; }
.attachments span { color: var(--quiet); }
.tabs { display: flex; gap: 4px; }
.tabs a { padding: 6px 14px; border: 1px solid transparent; border-radius: 8px 8px 0 0; color: var(--quiet); text-decoration: none; }
.tabs a[aria-current] { border-color: var(--line); border-bottom-color: var(--card); background: var(--card); color: var(--ink); margin-bottom: -1px; font-weight: 600; }
iframe, pre { flex: 1; width: 100%; min-height: 560px; margin: 0; border: 1px solid var(--line); border-radius: 0 8px 8px 8px; background: var(--card); }
pre { padding: 20px; font: 15px/1.55 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.back { display: none; margin: 0 0 10px; }
@media (max-width: 760px) {
  main { grid-template-columns: minmax(0, 1fr); }
  search { flex: 1 1 100%; }
  .list { border-right: 0; }
  .reading .list, .browsing article { display: none; }
  .back { display: block; }
  article { padding: 16px; }
}
`;
