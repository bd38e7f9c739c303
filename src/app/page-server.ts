import { getGlobalStartContext } from '@tanstack/react-start';
import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';
import type { PageContext } from '#site/page-context.ts';
import { describePageParams } from './page-params.ts';
import { routeTree } from './route-tree.gen.ts';

const handle = createStartHandler((options) => {
  // The page shows that its loaders failed; why is for the server to note.
  const failed = options.router.state.matches.find(({ status }) => status === 'error');
  if (failed) (getGlobalStartContext() as PageContext).noteFailure(failed.error);
  return defaultRenderHandler(options);
});

/** Renders one page; the server gives it the API and the user, and learns which parameters pages read. */
export default {
  fetch: (request: Request, { context }: { context: PageContext }) => handle(request, { context }),
  pageParams: describePageParams(routeTree),
};
