import { eq } from 'drizzle-orm';
import type { ContentSource } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { presentItem } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { findDraft } from '#modules/drafts/item-drafts.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import type { Preview } from '#platform/server/preview.server.ts';

/** An item's page as drafted, or with text that is not even saved; the rest of the page stays public. */
export const createPreviewOf = (db: Database, content: ContentSource) => {
  /** An item as it is stored, and as it will be. */
  const readBoth = async (
    collection: Collection,
    id: number,
    unsaved: Readonly<Record<string, unknown>>,
  ) => {
    const table = tableOf(collection);
    const [live]: AnyItem[] = await db.select().from(table).where(eq(table.id, id));
    if (!live) return null;
    const draft = await findDraft(db, { collection, id });
    const fields = { ...draft?.fields, ...unsaved, ...visibilityPatch(collection, true) };
    const drafted: AnyItem = { ...live, ...fields };
    return { live, drafted, isLive: draft === null && isPublic(collection, live) };
  };

  return async (
    collection: Collection,
    id: number,
    unsaved: Readonly<Record<string, unknown>> = {},
  ): Promise<Preview | null> => {
    const item = await readBoth(collection, id, unsaved);
    if (!item) return null;
    const slugOf = (one: AnyItem) => String(one[slugFieldOf(collection) ?? 'id']);
    const slug = slugOf(item.drafted);
    const root = `/api/${collection.name}/`;
    return {
      target: publicPathOf(collection, slug),
      until: null,
      isLive: item.isLive,
      respond: async (read) => {
        const url = new URL(read.url);
        // Sub-resources of the item are still found under its current slug.
        if (url.pathname.startsWith(`${root}${slug}/`)) {
          url.pathname = url.pathname.replace(`${root}${slug}/`, `${root}${slugOf(item.live)}/`);
          return new Request(url, read);
        }
        // '/api/faq/{slug}', and '/api/pages/slug/{slug}'.
        const isItem = url.pathname.startsWith(root) && url.pathname.endsWith(`/${slug}`);
        if (!isItem) return read;
        const readerOf = <C extends Collection>(which: C) => content.partsOf(which).reader;
        const context = { db, readerOf, viewer: null };
        const parts = content.partsOf(collection.name);
        return Response.json(await presentItem(parts, item.drafted, context));
      },
    };
  };
};
