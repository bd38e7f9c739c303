import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';
import { knownParams } from '#site/known-params.ts';
import { holdScripts } from '#site/late-scripts.ts';
import type { PageContext } from '#site/page-context.ts';

const handle = createStartHandler((page) => {
  holdScripts(page.router);
  return defaultRenderHandler(page);
});

/** Renders one page; the server gives it the API and who is asking. */
export default {
  fetch: (request: Request, options: { context: PageContext }) => handle(request, options),
  knownParams,
};
