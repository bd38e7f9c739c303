import { createHash } from 'node:crypto';

/**
 * Runs inline at the end of the page, as text: it may use nothing from outside. An unreported paint, as in a tab
 * that is not seen, must not keep the page from working. A form that asks for it (`data-early`) is not sent by the
 * browser but marked, and sent by the app once it is hydrated.
 */
const startAfterPaint = () => {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=deferred]')) {
      link.rel = 'modulepreload';
    }
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-src]')) {
      script.src = script.dataset.src ?? '';
    }
  };
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !('early' in form.dataset)) return;
    event.preventDefault();
    form.dataset.early = 'sent';
  });
  if (document.hidden) start();
  setTimeout(start, 1000);
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  } catch {
    start();
  }
};

const STARTER = `(${startAfterPaint.toString().replaceAll(/\s+/g, ' ')})()`;

const MODULE_SCRIPT = /(<script\b[^>]*\btype="module"[^>]*?)\ssrc="/g;

/**
 * Has the scripts of a finished page fetched after its first paint (decision 0008): until then they would share the line
 * with what is needed to paint it. The elements stay where the framework put them and expects to find them.
 */
export const deferScripts = (html: string, nonce: string): string => {
  const deferred = html
    .replaceAll('<link rel="modulepreload"', '<link rel="deferred"')
    .replaceAll(MODULE_SCRIPT, '$1 data-src="');
  if (deferred === html) return html;
  const end = deferred.lastIndexOf('</body>');
  return `${deferred.slice(0, end)}<script nonce="${nonce}">${STARTER}</script>${deferred.slice(end)}`;
};

/** A page that stays as it was sent: what its head runs for the theme remains; the app, its data and its wish for the focus do not. */
export const dropApp = (html: string): string => {
  const at = html.indexOf('<body');
  const head = html.slice(0, at).replaceAll(/<link rel="modulepreload"[^>]*>/g, '');
  const body = html.slice(at).replaceAll(' autofocus=""', '');
  return head + body.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '');
};

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;

/** Files have their own address, and data is never run: neither needs a hash. */
const NOT_INLINE_CODE = /\s(?:(?:data-)?src\s*=|type="[^"]*json")/i;

interface Sealed {
  html: string;
  hashes: string[];
}

/**
 * Hashes the inline scripts that carry this render's secret nonce, then takes the nonce out.
 * Only the renderer knows the nonce, so a script that came in with stored text never gets a hash.
 */
export const sealScripts = (html: string, nonce: string): Sealed => {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', source = ''] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(mark) || NOT_INLINE_CODE.test(attributes)) continue;
    hashes.add(`sha256-${createHash('sha256').update(source).digest('base64')}`);
  }
  const clean = html
    .replaceAll(mark, '')
    .replaceAll(new RegExp(`<meta[^>]*\\bcontent="${nonce}"[^>]*>`, 'g'), '');
  return { html: clean, hashes: [...hashes] };
};
