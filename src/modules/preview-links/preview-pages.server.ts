import { eq } from 'drizzle-orm';
import type { AppParts, ContentSource } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { presentItem } from '#kit/routes.server.ts';
import { tableOf } from '#kit/table.server.ts';
import { clientAddress } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter } from '#modules/auth/limits.server.ts';
import { findDraft } from '#modules/drafts/item-drafts.server.ts';
import { createLimit } from '#modules/public-forms/form-limits.server.ts';
import { applyEntries } from '#modules/releases/apply-release.server.ts';
import { findRelease, readEntries } from '#modules/releases/releases.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import type { Rehearse } from '#platform/db/rehearsal.server.ts';
import type { OpenPreview, Preview } from '#platform/server/preview.server.ts';
import { findPreviewLink, isPreviewToken } from './preview-links.server.ts';

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

/** A page of a release writes all of it first. */
const PAGES = { name: 'release-page', points: 60, seconds: 60 };

type Parts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'makeLimiter'> & {
  rehearse: Rehearse;
};

/** The whole site as a release would leave it; what is in the way of it is shown as it is. */
const createReleaseShow = ({ connection, content, rehearse }: Parts) => {
  return async (id: number): Promise<Omit<Preview, 'until'> | null> => {
    const release = await findRelease(connection.db, id);
    if (!release) return null;
    const site = { target: null, respond: async (request: Request) => request };
    if (release.state === 'published') return { ...site, isLive: true };
    const entries = await readEntries(connection.db, id);
    const how = { viewer: null, isConfirmed: true };
    return {
      ...site,
      isLive: false,
      around: (render) => rehearse((tx) => applyEntries(tx, content.partsOf, entries, how), render),
    };
  };
};

/** Shows an item as drafted, or as stored, to the link's holder. */
export const createPreviews = (parts: Parts): OpenPreview => {
  const { settings, content, makeLimiter } = parts;
  const { db } = parts.connection;
  const guessLimiter = createGuessLimiter(makeLimiter, 'preview');
  const previewOf = createPreviewOf(db, content);
  const pageLimit = createLimit(makeLimiter, PAGES);
  const releaseOf = createReleaseShow(parts);
  const showRelease = async (linkId: number, releaseId: number) => {
    await pageLimit.count(String(linkId));
    return releaseOf(releaseId);
  };

  return async (token, { address, forwardedFor }) => {
    if (!isPreviewToken(token)) return null;
    const request = new Request(settings.SITE_URL, {
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    });
    const visitor = clientAddress(request, address, settings.TRUST_PROXY);
    await guessLimiter.refuseTooMany(visitor);
    const link = await findPreviewLink(db, token);
    const site = link?.collection === 'releases' ? await showRelease(link.id, link.itemId) : null;
    if (link && site) return { ...site, until: link.expiresAt.toISOString() };
    const collection = content.registry.find(({ name }) => name === link?.collection);
    const preview = link && collection ? await previewOf(collection, link.itemId) : null;
    if (!link || !preview) {
      await guessLimiter.count(visitor);
      return null;
    }
    return { ...preview, until: link.expiresAt.toISOString() };
  };
};
