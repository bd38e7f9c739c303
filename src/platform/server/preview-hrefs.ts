import { escapeHtml } from '#platform/escape-html.ts';

const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** Addresses of pages: files, calls and the panel stay as they are. */
const PAGE = /\/(?!\/|api\/|uploads\/|assets\/|admin\b)[^"]*/.source;
const LINK = new RegExp(`(<a\\b[^>]*?\\shref=")(${PAGE})"`, 'g');
const FORM = new RegExp(`(<form\\b[^>]*?\\saction=")(${PAGE})"([^>]*>)`, 'g');

/** A finished page whose links and forms lead to other addresses for the same pages. */
export const withLinks = (html: string, linkTo: (path: string) => string): string =>
  html
    .replaceAll(LINK, (_, start, path) => `${start}${escapeHtml(linkTo(plain(path)))}"`)
    .replaceAll(FORM, (_, start, path, end) => {
      const [action = '', query] = linkTo(plain(path)).split('?');
      // What is typed into a form replaces the query of its address.
      const inputs = [...new URLSearchParams(query)].map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
      );
      return `${start}${action}"${end}${inputs.join('')}`;
    });
