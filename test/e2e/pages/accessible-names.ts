import type { CDPSession, Page } from 'playwright-core';

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
}

/** What a screen reader says of an element. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
}

/** Roles of controls, as Chromium names them. */
const CONTROLS = new Set(
  [
    'link button textbox searchbox combobox listbox option radio checkbox switch slider spinbutton tab menuitem Date ColorWell',
    'DisclosureTriangle Iframe dialog',
  ].flatMap((roles) => roles.split(' ')),
);

const said = ({ role, name }: AxNode): AccessibleNode => ({
  role: role?.value ?? '',
  name: (name?.value ?? '').trim(),
});

/** Every control of a page, as Chromium exposes it to screen readers. */
export async function controlsOf(page: Page): Promise<AccessibleNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] };
  await session.detach();
  return nodes.filter(({ ignored, role }) => !ignored && CONTROLS.has(role?.value ?? '')).map(said);
}

/** What a screen reader says of the focused element. Works also where the page's scripts are off. */
export async function focusOf(session: CDPSession): Promise<AccessibleNode> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = (await session.send('Accessibility.getPartialAXTree', {
    ...(result.objectId === undefined ? {} : { objectId: result.objectId }),
    fetchRelatives: false,
  })) as { nodes: readonly AxNode[] };
  const [node] = nodes;
  if (!node) throw new Error('nothing has the focus');
  return said(node);
}
