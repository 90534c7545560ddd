// Links with data-holdfast open in a pop-up; with data-holdfast="inline" a frame takes their place. Without this file, or in
// old browsers, they stay links. Served without indentation; at most 4 KB. A block, not a function: only Holdfast becomes global.
if (document.currentScript && !window.Holdfast && window.HTMLDialogElement && document.adoptedStyleSheets) {
  const CSS = `
    dialog { box-sizing: border-box; width: min(68rem, 96vw); height: min(54rem, 94dvh); max-width: none; max-height: none;
      padding: 0; border: 0; border-radius: 14px; overflow: hidden; background: Canvas }
    dialog::backdrop { background: #0009 }
    iframe { display: block; width: 100%; height: 100%; border: 0 }
    :host > iframe { height: 44rem }
    .wait { background: none }
    .wait iframe { opacity: 0 }
    .wait::after { content: ''; position: absolute; inset: 0; width: 2.5rem; height: 2.5rem; margin: auto; border: 4px solid #fff6;
      border-top-color: #fff; border-radius: 50%; animation: turn 1s linear infinite }
    button { position: absolute; top: 8px; right: 8px; width: 44px; height: 44px; padding: 0; border: 2px solid #fff;
      border-radius: 50%; background: #1f2328; color: #fff; font: 24px/1 system-ui; cursor: pointer }
    button:focus-visible { outline: 3px solid #4c9ffe }
    @media (max-width: 48rem) { dialog { width: 100vw; height: 100dvh !important; border-radius: 0 } }
    @media (prefers-reduced-motion: no-preference) { dialog:not(.wait) { transition: height 0.15s } iframe { transition: opacity 0.15s } }
    @keyframes turn { to { rotate: 1turn } }`;
  const home = new URL(document.currentScript.src).origin;
  const page = document.documentElement;
  let shown = false;

  const make = (tag, values) => Object.assign(document.createElement(tag), values);
  const nameOf = (link, url) => (link !== page && link.textContent.trim()) || url.host;

  const ours = (href) => {
    const url = new URL(href, location);
    url.searchParams.set('embed', '1');
    return url.origin === home && url;
  };

  // A frame in a shadow root: no style passes in either direction.
  const connect = (url, title, kind, say) => {
    const host = make('div');
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
    const frame = make('iframe', { title, src: url, name: `holdfast-${kind}`, referrerPolicy: 'no-referrer' });
    const hear = ({ source, origin, data }) => {
      if (source === frame.contentWindow && origin === home && data?.holdfast) say(data.holdfast, data.height);
    };
    addEventListener('message', hear);
    return { host, root, frame, stop: () => removeEventListener('message', hear) };
  };
  const greet = (frame) => frame.contentWindow.postMessage({ holdfast: 'hello' }, home);
  const report = (target, outcome) =>
    target.dispatchEvent(new CustomEvent('holdfast', { bubbles: true, detail: { outcome } }));

  const open = (href, link = page) => {
    const url = ours(href);
    if (!url || shown) return false;
    const title = nameOf(link, url);
    const dialog = make('dialog', { ariaLabel: title, className: 'wait' });
    const ready = () => dialog.classList.remove('wait');
    const { host, root, frame, stop } = connect(url, title, 'popup', (word, height) => {
      if (word === 'close') dialog.close();
      else if (word === 'height') {
        dialog.style.height = `min(max(${height}px, 20rem), 94dvh)`;
        setTimeout(ready, 60);
      } else report(link, word);
    });
    frame.onload = () => {
      greet(frame);
      setTimeout(ready, 1e3);
    };
    const ariaLabel = /^de\b/i.test(page.lang) ? 'Schließen' : 'Close';
    dialog.append(
      make('button', { type: 'button', textContent: '×', ariaLabel, onclick: () => dialog.close() }),
      frame,
    );
    root.append(dialog);
    document.body.append(host);
    const { overflow } = page.style;
    dialog.onclose = () => {
      stop();
      page.style.overflow = overflow;
      host.remove();
      shown = false;
      link.focus();
    };
    page.style.overflow = 'hidden';
    dialog.showModal();
    shown = true;
    return true;
  };

  const inline = (link) => {
    const url = ours(link.href);
    if (!url) return false;
    let steps = 0;
    const { host, root, frame } = connect(url, nameOf(link, url), 'inline', (word, height) => {
      if (word === 'height') frame.style.height = `${height}px`;
      else if (word !== 'close') report(host, word);
    });
    frame.onload = () => {
      greet(frame);
      // The next step begins where the reader sees it.
      if (steps++ && host.getBoundingClientRect().top < 0) host.scrollIntoView();
    };
    root.append(frame);
    link.replaceWith(host);
    return true;
  };

  window.Holdfast = { open, inline };
  const place = () => document.querySelectorAll('a[data-holdfast=inline]').forEach(inline);
  place();
  document.addEventListener('DOMContentLoaded', place);
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[data-holdfast]');
    const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && !event.defaultPrevented && open(link.href, link)) event.preventDefault();
  });
}
