import { eq } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { presentItem } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { clientAddress } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter } from '#modules/auth/guess-limiter.server.ts';
import { findDraft } from '#modules/drafts/item-drafts.server.ts';
import { createReleaseShow } from '#modules/releases/show-release.server.ts';
import type { OpenPreview } from '#platform/server/preview.server.ts';
import { findPreviewLink, isPreviewToken } from './preview-links.server.ts';

type Parts = Pick<AppParts, 'settings' | 'connection' | 'content'>;

/** Shows an item as drafted, or as stored, to the link's holder; the rest of the page stays public. */
export const createPreviews = ({ settings, connection, content }: Parts): OpenPreview => {
  const { db, pool } = connection;
  const guessLimiter = createGuessLimiter(pool, 'preview');

  /** An item as it is stored, and as it will be. */
  const readBoth = async (collection: Collection, id: number) => {
    const table = tableOf(collection);
    const [live]: AnyItem[] = await db.select().from(table).where(eq(table.id, id));
    if (!live) return null;
    const draft = await findDraft(db, { collection, id });
    const drafted: AnyItem = { ...live, ...draft?.fields, ...visibilityPatch(collection, true) };
    return { live, drafted, isLive: draft === null && isPublic(collection, live) };
  };

  const showRelease = createReleaseShow({ connection, content });

  return async (token, { address, forwardedFor }) => {
    if (!isPreviewToken(token)) return null;
    const request = new Request(settings.SITE_URL, {
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    });
    const visitor = clientAddress(request, address, settings.TRUST_PROXY);
    await guessLimiter.refuseTooMany(visitor);
    const link = await findPreviewLink(db, token);
    const site = link?.collection === 'releases' ? await showRelease(link.itemId) : null;
    if (link && site) return { ...site, until: link.expiresAt.toISOString() };
    const collection = content.registry.find(({ name }) => name === link?.collection);
    const item = link && collection ? await readBoth(collection, link.itemId) : null;
    if (!link || !collection || !item) {
      await guessLimiter.count(visitor);
      return null;
    }
    const slugOf = (one: AnyItem) => String(one[slugFieldOf(collection) ?? 'id']);
    const slug = slugOf(item.drafted);
    const root = `/api/${collection.name}/`;
    return {
      target: publicPathOf(collection, slug),
      until: link.expiresAt.toISOString(),
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
