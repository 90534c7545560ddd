/** Links to other sites, and to pages that no site may frame. */
const LEAVING = /<a (?=[^>]*href="(?:https?:|\/(?:manage|api)\/))/g;

/** In a frame, links that lead elsewhere open in a new tab: the frame would show the page inside the site. */
export const leaveFrame = (html: string): string => html.replace(LEAVING, '<a target="_blank" rel="noopener" ');
