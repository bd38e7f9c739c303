import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';
import { knownParams } from '#site/known-params.ts';
import type { PageContext } from '#site/page-context.ts';

const handle = createStartHandler(defaultRenderHandler);

/** Renders one page; the server gives it the API and who is asking. */
export default {
  fetch: (request: Request, options: { context: PageContext }) => handle(request, options),
  knownParams,
};
