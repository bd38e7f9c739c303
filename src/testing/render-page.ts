import { parseHTML } from 'linkedom';
import { withTwins } from '#app/twins/twins.server.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { twinPath } from '#platform/twin-path.ts';
import type { PageContext } from '#site/page-context.ts';
import { buildApp, type TestOptions } from './build-app.ts';

interface PageRenderer {
  pageParams?(path: string): readonly string[] | null;
  fetch(request: Request, options: { context: PageContext }): Promise<Response>;
}

const SITE_URL = 'http://localhost:3000';

export const loadRenderer = async (): Promise<PageRenderer> => {
  const file = new URL('../../dist/server/page-server.js', import.meta.url);
  const module = (await import(/* @vite-ignore */ file.href)) as {
    default: PageRenderer;
  };
  return module.default;
};

const NO_CACHE = { get: () => undefined };

/** The built site on a database of its own: pages as the server would send them, without a port. */
export const startSite = async (options: TestOptions = { data: 'starter' }) => {
  const pages: NonNullable<AppParts['pages']> = {};
  const app = await buildApp({ ...options, pages });
  const renderer = withTwins(await loadRenderer(), NO_CACHE);
  const settings = app.settings.site;

  const render = async (path: string, as: { cookie?: string } = {}) => {
    const headers: Record<string, string> = as.cookie ? { cookie: as.cookie } : {};
    const user = as.cookie ? await app.call('GET', '/api/auth/user', undefined, headers) : null;
    const api: PageContext['api'] = {
      request: async (target, init) => app.api.request(target, { ...init, headers }),
    };
    return renderer.fetch(new Request(`${SITE_URL}${path}`, { headers }), {
      context: {
        api,
        user: user?.status === 200 ? user.body : null,
        settings,
        nonce: 'test',
        requestId: 'test-request',
        noteFailure: () => undefined,
      },
    });
  };

  /** The Markdown of a page; undefined where anonymous visitors find none. */
  const readTwin = async (path: string) => {
    const response = await render(twinPath(path));
    return response.status === 200 ? response.text() : undefined;
  };
  pages.readTwin = readTwin;

  const get = async (path: string, as: { cookie?: string } = {}) => {
    const response = await render(path, as);
    const html = await response.text();
    const { document } = parseHTML(html);
    const text = (selector: string) =>
      document.querySelector(selector)?.textContent?.trim() ?? null;
    const hrefs = (selector = 'a') =>
      [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '');
    const jsonLd = () =>
      [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
        JSON.parse(script.textContent ?? 'null'),
      );
    // Only visible text: the data for hydration is none.
    for (const script of document.querySelectorAll('body script')) script.remove();
    return {
      status: response.status,
      location: response.headers.get('location'),
      html,
      document,
      text,
      hrefs,
      jsonLd,
      body: html === '' ? '' : (document.body?.textContent ?? ''),
    };
  };

  return { ...app, get, readTwin };
};

export type TestSite = Awaited<ReturnType<typeof startSite>>;
