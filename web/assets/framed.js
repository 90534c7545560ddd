// In a frame of another site: sends that site the booking's outcome, that the reader closes the frame, and how high the page
// is. The site asks first: then its origin is known. Our script names its frames; the name stays from page to page.
const root = document.documentElement;
const { outcome } = root.dataset;
const kind = /^holdfast-(inline|popup)$/.exec(window.name)?.[1];
if (kind) root.classList.add('fitted', kind);
let site;
const tell = (message, more) => site && parent.postMessage({ holdfast: message, ...more }, site);
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || data?.holdfast !== 'hello') return;
  const isFirst = !site;
  site = origin;
  if (outcome) tell(outcome);
  // Only a frame of our script grows. Its size is no news of the guest.
  if (kind && isFirst)
    new ResizeObserver(() =>
      tell('height', { height: Math.ceil(document.body.getBoundingClientRect().height) }),
    ).observe(document.body);
});
// In the capturing phase: what the same key closes inside the page is still open then.
addEventListener(
  'keydown',
  ({ key, target, isComposing }) => {
    const isOurs = document.querySelector('dialog[open]') || target.closest?.('[aria-expanded="true"], details[open]');
    if (key === 'Escape' && !isComposing && !isOurs) tell('close');
  },
  true,
);
