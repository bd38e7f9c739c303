import { identityOf } from '#platform/server/buffered-response.server.ts';
import { FAILED_PART } from '#platform/server/make-page.server.ts';
import type { PageCache } from '#platform/server/page-cache.server.ts';
import type { Renderer } from '#platform/server/renderer.ts';
import { createThread } from '#platform/threads.server.ts';
import { hasTwin, pageOfTwin, twinPath } from '#platform/twin-path.ts';
import type { TwinTask } from './to-markdown.server.ts';

/** The largest page takes a tenth of a second, which is too long a pause for all others. */
const inThread = createThread({ limitMs: 4000, memoryMb: 160, maxWaiting: 200 });
const toMarkdown = inThread<TwinTask, string>(new URL('./to-markdown.server.ts', import.meta.url));

const send = (status: number, body: string, headers: Record<string, string>) =>
  new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/markdown; charset=utf-8',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  });

const sendMissing = () => send(404, '# Not found\n\nThere is no such page.\n', {});

/** A page that has moved to another of ours has its twin there. */
const movedTo = (location: string, siteUrl: string): string => {
  const own = location.startsWith(`${siteUrl}/`) ? location.slice(siteUrl.length) : location;
  return own.startsWith('/') ? twinPath(own) : own;
};

const CANONICAL = /<link rel="canonical" href="([^"]+)"/;

/** Twins beside the pages of a renderer, made from the page itself: the cached one, if it is as new as can be. */
export const withTwins = (renderer: Renderer, cache: Pick<PageCache, 'get'>): Renderer => {
  const findCached = (target: string): string | undefined => {
    const kept = cache.get(target);
    if (kept?.state !== 'hit' || kept.response.status !== 200) return undefined;
    return identityOf(kept.response.bodies).toString();
  };

  return {
    ...renderer,
    async fetch(request, options) {
      const { pathname, search } = new URL(request.url);
      const path = pageOfTwin(pathname);
      if (path === undefined) return renderer.fetch(request, options);
      if (!hasTwin(path)) return sendMissing();

      const { siteUrl, siteName } = options.context.settings;
      let html = findCached(path + search);
      if (html === undefined) {
        const address = new URL(siteUrl + path + search);
        const page = await renderer.fetch(new Request(address, request), options);
        const location = page.headers.get('location');
        if (location) return send(301, '', { Location: movedTo(location, siteUrl) });
        if (page.status >= 500) return page;
        if (page.status !== 200) return sendMissing();
        html = await page.text();
      }
      // Half a page is none: it fails as the page itself does.
      if (html.includes(FAILED_PART)) return new Response(html, { status: 500 });
      const [, canonical = siteUrl + path] = CANONICAL.exec(html) ?? [];
      const markdown = await toMarkdown({ html, page: canonical, siteUrl, siteName });
      return send(200, markdown, { Link: `<${canonical}>; rel="canonical"` });
    },
  };
};
