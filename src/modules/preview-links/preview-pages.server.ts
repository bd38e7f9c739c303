import type { AppParts } from '#kit/app-parts.server.ts';
import { clientAddress } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter } from '#modules/auth/limits.server.ts';
import { createLimit } from '#modules/public-forms/form-limits.server.ts';
import { applyEntries } from '#modules/releases/apply-release.server.ts';
import { findRelease, readEntries } from '#modules/releases/releases.server.ts';
import type { Rehearse } from '#platform/db/rehearsal.server.ts';
import type { OpenPreview, Preview } from '#platform/server/preview.server.ts';
import { findPreviewLink, isPreviewToken } from './preview-links.server.ts';
import { createPreviewOf } from './preview-of.server.ts';

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
