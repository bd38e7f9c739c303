import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { PathCheck } from '#content/shared/public-paths.server.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { invalid } from '#platform/errors.ts';
import { contentHubConfigs } from './content-hub.collection.ts';
import { hubPath } from './hub-path.ts';

/** Readers are not shown an item that leads nowhere, so an editor is told before one is stored (P6.13). */
export const createHubBehaviour = (closedPaths: PathCheck) =>
  ({
    prepare: async (draft, { before, tx, viewer, isRestore }) => {
      const items = draft.relatedContent ?? [];
      // Files are loaded before or after the pages that they name, and an earlier version comes back as it was.
      const isWritten = viewer !== null && !isRestore;
      if (!isWritten || isDeepStrictEqual(items, before?.relatedContent)) return draft;
      const named = items.flatMap(({ type, title, slug }) =>
        slug ? [{ title, slug, path: hubPath(type, slug) }] : [],
      );
      const paths = named.map(({ path }) => path);
      const closed = await closedPaths(tx, paths);
      const lost = named.filter(({ slug, path }) => slug.includes('/') || closed.has(path));
      if (lost.length === 0) return draft;
      const said = lost.map(({ title, path }) => `"${title}" leads nowhere: no page is at ${path}`);
      throw invalid({ relatedContent: said.join('. ') });
    },
    filters: {
      pageType: {
        description: 'Types of the page that a hub is on; any of them',
        where: (types) =>
          sql`${tableOf(contentHubConfigs).pageType} = any(${sql.param(types)}::text[])`,
      },
    },
  }) satisfies Behaviour<typeof contentHubConfigs>;
