import type { AppParts, ContentSource } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { presentItem } from '#kit/routes.server.ts';
import { createGuessLimiter } from '#modules/auth/limits.server.ts';
import { findDraft } from '#modules/drafts/item-drafts.server.ts';
import { findStored } from '#modules/place.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import type { OpenPreview, Preview } from '#platform/server/preview.server.ts';
import { findPreviewLink, isPreviewToken, type PreviewLink } from './preview-links.server.ts';

type Unsaved = Readonly<Record<string, unknown>>;

/** An item's page as drafted, or with text that is not even saved; the rest of the page stays public. */
export const createPreviewOf =
  (db: Database, content: ContentSource) =>
  async (collection: Collection, id: number, unsaved: Unsaved = {}): Promise<Preview | null> => {
    const live = await findStored(db, { collection, id });
    if (!live) return null;
    const draft = await findDraft(db, { collection, id });
    const fields = { ...draft?.fields, ...unsaved, ...visibilityPatch(collection, true) };
    const drafted: AnyItem = { ...live, ...fields };
    const slugOf = (one: AnyItem) => String(one[slugFieldOf(collection) ?? 'id']);
    const slug = slugOf(drafted);
    const root = `/api/${collection.name}/`;
    return {
      target: publicPathOf(collection, slug),
      until: null,
      isLive: draft === null && isPublic(collection, live),
      respond: async (read) => {
        const url = new URL(read.url);
        // Sub-resources of the item are still found under its current slug.
        if (url.pathname.startsWith(`${root}${slug}/`)) {
          url.pathname = url.pathname.replace(`${root}${slug}/`, `${root}${slugOf(live)}/`);
          return new Request(url, read);
        }
        // '/api/faq/{slug}', and '/api/pages/slug/{slug}'.
        const isItem = url.pathname.startsWith(root) && url.pathname.endsWith(`/${slug}`);
        if (!isItem) return read;
        const readerOf = <C extends Collection>(which: C) => content.partsOf(which).reader;
        const context = { db, readerOf, viewer: null };
        const parts = content.partsOf(collection.name);
        return Response.json(await presentItem(parts, drafted, context));
      },
    };
  };

type Parts = Pick<AppParts, 'connection' | 'content' | 'makeLimiter'>;

/** Shows an item as drafted, or as stored, to the link's holder. */
export const createPreviews = (parts: Parts): OpenPreview => {
  const { content, makeLimiter } = parts;
  const { db } = parts.connection;
  const guess = createGuessLimiter(makeLimiter, 'preview');
  const previewOf = createPreviewOf(db, content);
  const show = async ({ collection: name, itemId }: PreviewLink) => {
    const collection = content.registry.find((one) => one.name === name);
    return collection ? previewOf(collection, itemId) : null;
  };

  return async (token, address) => {
    if (!isPreviewToken(token)) return null;
    return guess(address, async () => {
      const link = await findPreviewLink(db, token);
      const preview = link && (await show(link));
      return preview ? { ...preview, until: link.expiresAt.toISOString() } : null;
    });
  };
};
