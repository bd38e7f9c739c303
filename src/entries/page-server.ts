import {
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { getGlobalStartContext } from '@tanstack/react-start';
import { createStartHandler } from '@tanstack/react-start/server';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { knownParams } from '#site/known-params.ts';
import { holdScripts } from '#site/late-scripts.ts';
import type { PageContext } from '#site/page-context.ts';

/** Where a page leaves its text. */
type Held = PageContext & { page: { text?: string } };

const handle = createStartHandler(async ({ router, responseHeaders }) => {
  holdScripts(router);
  const html = renderToString(createElement(RouterServer, { router }));
  const { page } = getGlobalStartContext() as Held;
  page.text = await transformHtmlStringWithRouter(router, html);
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
});

/**
 * Renders one page; the server gives it the API and who is asking. The text comes beside the response: inside, it would
 * be encoded, only to be decoded and changed before it is sent.
 */
export default {
  fetch: async (request: Request, { context }: { context: PageContext }) => {
    const page: { text?: string } = {};
    const response = await handle(request, { context: { ...context, page } as Held });
    const { text } = page;
    // What the router holds outlives the young generation: its methods and itself refer to each other.
    delete page.text;
    if (text === undefined) return response;
    return { status: response.status, headers: response.headers, text: async () => text };
  },
  knownParams,
};
