/** Links to other sites, and to pages that no site may frame. */
const LEAVING = /<a (?=[^>]*href="(?:https?:|\/(?:manage|api)\/))/g;

/** In a frame, what leads elsewhere opens in a tab of its own: the frame would show it as a corner of the site around. */
export const leaveFrame = (html: string): string => html.replace(LEAVING, '<a target="_blank" rel="noopener" ');
