import * as z from 'zod';
import { hostPortOf } from '#modules/ai/host-port.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError, notConfigured } from '#platform/errors.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import { isFromHosts, isWebAddress } from '#platform/safe-link.ts';

const NOT_CONFIGURED = 'Image search is not set up. The person who runs the server can set it up.';

const PER_PAGE = 24;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 2 * 1024 * 1024;

const webAddress = z.string().max(2000).refine(isWebAddress);

const photo = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/),
  alt_description: z.string().nullish(),
  description: z.string().nullish(),
  urls: z.object({ regular: webAddress, small: webAddress }),
  user: z.object({ name: z.string(), links: z.object({ html: webAddress.nullish() }).nullish() }),
  links: z.object({ download_location: z.string().nullish() }).nullish(),
});

const found = z.object({ results: z.array(z.unknown()).max(100) });

const REASONS: Record<number, string> = {
  401: 'Unsplash refused the access key',
  403: 'Unsplash refused the request, or its hourly limit is used up',
  429: 'The hourly limit of Unsplash is used up',
};

/** Unsplash asks for links that say where the reader comes from. */
const creditLink = (address: string, siteName: string): string => {
  const url = new URL(address);
  url.searchParams.set('utm_source', siteName.toLowerCase().replace(/[^a-z0-9]+/g, '_'));
  url.searchParams.set('utm_medium', 'referral');
  return url.href;
};

const tokenBody = z.object({
  q: z.string().max(500),
  name: z.string().max(200),
  link: webAddress.nullable(),
});

const readToken = (token: string) => {
  try {
    return tokenBody.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch {
    throw new AppError('invalid', 'This image is not from a search', {
      fields: { token: 'Invalid input' },
    });
  }
};

const attributionOf = (name: string) => `Photo by ${name} on Unsplash`;

export const createUnsplash = (settings: Settings) => {
  const base = settings.UNSPLASH_API_URL.replace(/\/+$/, '');

  const call = async (path: string): Promise<unknown> => {
    const key = settings.UNSPLASH_ACCESS_KEY;
    if (!key) throw notConfigured(NOT_CONFIGURED);
    try {
      const response = await guardedFetch(`${base}${path}`, {
        headers: { authorization: `Client-ID ${key}`, 'accept-version': 'v1' },
        accept: 'application/json',
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        allowHosts: [...settings.FETCH_ALLOW_HOSTS, hostPortOf(base)],
      });
      if (response.status === 200) return response.json();
      const reason =
        REASONS[response.status] ?? `Unsplash answered with an error (${response.status})`;
      throw new AppError('upstream', reason);
    } catch (error) {
      if (!(error instanceof FetchFailed || error instanceof FetchRefused)) throw error;
      throw new AppError('upstream', `Unsplash did not answer: ${error.message}`, { cause: error });
    }
  };

  /** A picture from another host could be chosen, and would be refused when it is saved. */
  const isStorable = ({ urls }: z.output<typeof photo>) =>
    [urls.regular, urls.small].every((url) => isFromHosts(url, settings.IMAGE_HOSTS));

  const toImage = (source: z.output<typeof photo>) => {
    const { name } = source.user;
    const profile = source.user.links?.html;
    const link = profile ? creditLink(profile, settings.site.siteName) : null;
    const location = source.links?.download_location ?? '';
    const q = URL.canParse(location) ? new URL(location).search.slice(0, 500) : '';
    return {
      id: source.id,
      urls: source.urls,
      alt_description: source.alt_description ?? null,
      description: source.description ?? null,
      user: { name, link },
      attribution: attributionOf(name),
      downloadLocation: Buffer.from(JSON.stringify({ q, name, link })).toString('base64url'),
    };
  };

  const search = async (query: string) => {
    const asked = new URLSearchParams({
      query,
      per_page: String(PER_PAGE),
      content_filter: 'high',
    });
    const parsed = found.safeParse(await call(`/search/photos?${asked}`));
    if (!parsed.success) throw new AppError('upstream', 'The response of Unsplash was malformed');
    return parsed.data.results.flatMap((result) => {
      const checked = photo.safeParse(result);
      return checked.success && isStorable(checked.data) ? [toImage(checked.data)] : [];
    });
  };

  /** Tells Unsplash that the photo is used, which its rules ask for. */
  const use = async (id: string, token: string) => {
    const { q, name, link } = readToken(token);
    // Built on our own base: the key goes nowhere else, whatever a token says.
    await call(`/photos/${id}/download${q.startsWith('?') ? q : ''}`);
    return { attribution: attributionOf(name), user: { name, link } };
  };

  return { search, use };
};
