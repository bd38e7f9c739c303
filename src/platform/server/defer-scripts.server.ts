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
