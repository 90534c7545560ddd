/** Links to other sites, and to pages that no site may frame. */
const LEAVING = /<a (?=[^>]*href="(?:https?:|\/(?:manage|api)\/))/g;

/** In a frame, links that lead elsewhere open in a new tab: inside the frame their page would be too small. */
export const leaveFrame = (html: string): string => html.replace(LEAVING, '<a target="_blank" rel="noopener" ');
