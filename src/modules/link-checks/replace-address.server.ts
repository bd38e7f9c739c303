import { eq } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { updateSchema } from '#kit/validators.ts';
import { transact } from '#platform/changes.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { problemsOf } from '#platform/problems.ts';
import type { Viewer } from '#platform/viewer.ts';
import { replaceLink } from './find-links.ts';
import { linkUses } from './link-checks.tables.server.ts';

/** An address that stands in more places is no single mistake. */
const MAX_PLACES = 1000;

/** Puts another address in all places of one, each with its history, or nowhere. */
export const replaceAddress = async (
  { connection, content }: Pick<AppParts, 'connection' | 'content'>,
  viewer: Viewer,
  change: { from: string; to: string },
): Promise<number> =>
  transact(connection.db, async (tx) => {
    const places = await tx
      .selectDistinct({ collection: linkUses.collection, id: linkUses.itemId })
      .from(linkUses)
      .where(eq(linkUses.url, change.from))
      .orderBy(linkUses.collection, linkUses.itemId)
      .limit(MAX_PLACES + 1);
    if (places.length > MAX_PLACES) {
      throw new AppError('conflict', `This address stands in more than ${MAX_PLACES} items`);
    }
    for (const { collection: name, id } of places) {
      const { collection, reader, writer } = content.partsOf(name);
      const item = await reader.byId(viewer, id);
      if (!item) continue;
      const parsed = updateSchema(collection).safeParse(replaceLink(collection, item, change));
      if (!parsed.success) throw invalid(problemsOf(parsed.error));
      await writer.updateIn(tx, viewer, { id, version: item.version }, parsed.data);
    }
    return places.length;
  });
