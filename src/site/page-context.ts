import type { PageContext } from '#platform/server/renderer.ts';

export type { PageContext, PageUser } from '#platform/server/renderer.ts';

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext };
  }
}
