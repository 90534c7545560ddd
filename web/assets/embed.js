// Links with data-holdfast open in a pop-up. Without this file, or in old browsers, they stay links.
// Served without indentation; at most 3 KB. A block, not a function: only Holdfast becomes global.
if (document.currentScript && !window.Holdfast && window.HTMLDialogElement && document.adoptedStyleSheets) {
  const CSS = `
    dialog { box-sizing: border-box; width: min(68rem, 96vw); height: min(54rem, 94dvh); max-width: none; max-height: none;
      padding: 0; border: 0; border-radius: 14px; overflow: hidden; background: Canvas }
    dialog::backdrop { background: #0009 }
    iframe { display: block; width: 100%; height: 100%; border: 0 }
    button { position: absolute; top: 8px; right: 8px; width: 44px; height: 44px; padding: 0; border: 2px solid #fff;
      border-radius: 50%; background: #1f2328; color: #fff; font: 24px/1 system-ui; cursor: pointer }
    button:focus-visible { outline: 3px solid #4c9ffe }
    @media (max-width: 48rem) { dialog { width: 100vw; height: 100dvh; border-radius: 0 } }
    @media (prefers-reduced-motion: no-preference) { dialog { animation: in 0.15s } }
    @keyframes in { from { opacity: 0 } }`;
  const home = new URL(document.currentScript.src).origin;
  const page = document.documentElement;
  let shown = false;

  const make = (tag, values) => Object.assign(document.createElement(tag), values);

  const draw = (src, title) => {
    const host = make('div');
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
    const dialog = make('dialog', { ariaLabel: title });
    const ariaLabel = /^de\b/i.test(page.lang) ? 'Schließen' : 'Close';
    const button = make('button', { type: 'button', textContent: '×', ariaLabel, onclick: () => dialog.close() });
    const frame = make('iframe', { title, src, referrerPolicy: 'no-referrer' });
    frame.onload = () => frame.contentWindow.postMessage({ holdfast: 'hello' }, home);
    dialog.append(button, frame);
    root.append(dialog);
    document.body.append(host);
    return { host, dialog, frame };
  };

  const open = (href, link = page) => {
    const url = new URL(href, location);
    if (url.origin !== home || shown) return false;
    url.searchParams.set('embed', '1');
    const { host, dialog, frame } = draw(url.href, (link !== page && link.textContent.trim()) || url.host);
    const { overflow } = page.style;
    const hear = ({ source, origin, data }) => {
      const outcome = source === frame.contentWindow && origin === home && data?.holdfast;
      if (outcome === 'close') dialog.close();
      else if (outcome) link.dispatchEvent(new CustomEvent('holdfast', { bubbles: true, detail: { outcome } }));
    };
    addEventListener('message', hear);
    dialog.onclose = () => {
      removeEventListener('message', hear);
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

  window.Holdfast = { open };
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[data-holdfast]');
    const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && !event.defaultPrevented && open(link.href, link)) event.preventDefault();
  });
}
