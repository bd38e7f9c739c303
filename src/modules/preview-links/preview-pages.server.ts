import type { AppParts, ContentSource } from '#kit/app-parts.server.ts';
import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { isPublic, visibilityPatch } from '#kit/is-public.ts';
import { presentItem } from '#kit/routes.server.ts';
import { clientAddress } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter } from '#modules/auth/limits.server.ts';
import { findDraft } from '#modules/drafts/item-drafts.server.ts';
import { findStored } from '#modules/place.server.ts';
import { createLimit } from '#modules/public-forms/form-limits.server.ts';
import { applyEntries } from '#modules/releases/apply-release.server.ts';
import { findRelease, readEntries } from '#modules/releases/releases.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import type { Rehearse } from '#platform/db/rehearsal.server.ts';
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

/** A page of a release writes all of it first. */
const PAGES = { name: 'release-page', points: 60, seconds: 60 };

type Parts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'makeLimiter'> & {
  rehearse: Rehearse;
};

/** The whole site as a release would leave it; what is in the way of it is shown as it is. */
const showRelease = async (
  { connection: { db }, content, rehearse }: Parts,
  id: number,
): Promise<Preview | null> => {
  const release = await findRelease(db, id);
  if (!release) return null;
  const site = { target: null, until: null, respond: async (request: Request) => request };
  if (release.state === 'published') return { ...site, isLive: true };
  const entries = await readEntries(db, id);
  const how = { viewer: null, isConfirmed: true };
  return {
    ...site,
    isLive: false,
    around: (render) => rehearse((tx) => applyEntries(tx, content.partsOf, entries, how), render),
  };
};

/** Shows an item as drafted, or as stored, to the link's holder. */
export const createPreviews = (parts: Parts): OpenPreview => {
  const { settings, content, makeLimiter } = parts;
  const { db } = parts.connection;
  const guess = createGuessLimiter(makeLimiter, 'preview');
  const previewOf = createPreviewOf(db, content);
  const pageLimit = createLimit(makeLimiter, PAGES);
  const show = async ({ id, collection: name, itemId }: PreviewLink) => {
    const collection = content.registry.find((one) => one.name === name);
    if (collection) return previewOf(collection, itemId);
    await pageLimit.count(String(id));
    return showRelease(parts, itemId);
  };

  return async (token, { address, forwardedFor }) => {
    if (!isPreviewToken(token)) return null;
    const request = new Request(settings.SITE_URL, {
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    });
    const visitor = clientAddress(request, address, settings.TRUST_PROXY);
    return guess(visitor, async () => {
      const link = await findPreviewLink(db, token);
      const preview = link && (await show(link));
      return preview ? { ...preview, until: link.expiresAt.toISOString() } : null;
    });
  };
};
