import type { AppParts } from '#kit/app-parts.server.ts';
import { createLimit } from '#modules/auth/limit.server.ts';
import { AppError } from '#platform/errors.ts';
import { askOutside } from '#platform/for-person.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { feedTry, settingsChange, settingsSchema, tried } from './settings.schema.server.ts';
import { changeSettings, readSettingsOf } from './settings.server.ts';

const SETTINGS = {
  name: 'Settings',
  description:
    'What owners set in the panel: the name, publisher and contact of the site, and its feeds.',
};
const TRIES = { name: 'settings-try', points: 30, seconds: 600 };

interface Needed {
  /** Reads a feed without keeping anything, and says what it found; throws where it fails. */
  tryFeed(url: string, signal?: AbortSignal): Promise<string>;
}

/** Settings of the site, for owners. */
export const mountSettings = (api: Api, parts: AppParts, { tryFeed }: Needed) => {
  const tries = createLimit(parts.makeLimiter, TRIES);
  const base = {
    path: '/api/settings',
    tag: SETTINGS,
    access: 'owner',
    response: settingsSchema,
  } as const;

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'getSettings',
      summary: 'All settings of the panel, and which services the server has',
      handle: () => readSettingsOf(parts),
    }),
    endpoint(api, {
      ...base,
      method: 'put',
      id: 'changeSettings',
      summary:
        'Change the settings that are named; the others stay. Empty or null takes a value away',
      body: settingsChange,
      isVersioned: true,
      examples: { body: { siteName: 'Family Office Software' } },
      handle: ({ viewer, body, version }) =>
        changeSettings(parts, viewer, { change: body, version }),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'tryFeed',
      path: '/api/settings/feeds/try',
      summary: 'Read a feed once and say what it holds; nothing is kept',
      body: feedTry,
      response: tried,
      failures: { 429: 'Too many tries; Retry-After says when to come back' },
      examples: { body: { url: 'https://example.org/news.xml' } },
      handle: async ({ viewer, body }) => {
        await tries.count(String(viewer.id));
        try {
          return { isFine: true, message: await askOutside((signal) => tryFeed(body.url, signal)) };
        } catch (error) {
          // A failure that a person may read is the outcome of a try.
          if (!(error instanceof AppError)) throw error;
          return { isFine: false, message: error.message };
        }
      },
    }),
  ];
};
