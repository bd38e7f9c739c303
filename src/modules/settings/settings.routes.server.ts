import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { AI_NOT_CONFIGURED, createAi } from '#modules/ai/ai.server.ts';
import { sayMailFailure, sendMail } from '#modules/mail/mailer.server.ts';
import { createLimit } from '#modules/public-forms/form-limits.server.ts';
import { limitAtOnce } from '#platform/at-once.ts';
import { AppError } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { Caller } from '#platform/viewer.ts';
import {
  feedTry,
  settingsChange,
  settingsSchema,
  type Tried,
  tried,
} from './settings.schema.server.ts';
import { changeSettings, readSettingsOf } from './settings.server.ts';

const SETTINGS = {
  name: 'Settings',
  description:
    'What owners set in the panel: the name, publisher and contact of the site, and its feeds.',
};
const TRIES = 30;
const TRY_SECONDS = 600;
const TRIES_AT_ONCE = 2;
const AI_MS = 20_000;

interface Needed {
  /** Reads a feed without keeping anything, and says what it found; throws where it fails. */
  tryFeed(url: string, signal: AbortSignal): Promise<string>;
}

const FAILURES = { 429: 'Too many tries; Retry-After says when to come back' } as const;

/** A failure that a person may read is the outcome of a try. */
const outcomeOf = async (work: () => Promise<string>): Promise<Tried> => {
  try {
    return { isFine: true, message: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { isFine: false, message: error.message };
  }
};

const mountTries = (api: Api, parts: AppParts, { tryFeed }: Needed) => {
  const { settings, makeLimiter, log } = parts;
  const limit = createLimit(makeLimiter, {
    name: 'settings-try',
    points: TRIES,
    seconds: TRY_SECONDS,
  });
  const inTurn = limitAtOnce(TRIES_AT_ONCE);
  const ai = createAi(settings, log, { timeoutMs: AI_MS, budgetMs: AI_MS, attempts: 1 });
  const base = {
    method: 'post',
    tag: SETTINGS,
    access: 'owner',
    response: tried,
    failures: FAILURES,
  } as const;
  const runTry = async (viewer: Caller, work: (email: string) => Promise<string>) => {
    await limit.count(String(viewer.id));
    return inTurn(viewer.id, () => outcomeOf(() => work(viewer.email)));
  };

  return [
    endpoint(api, {
      ...base,
      id: 'tryFeed',
      path: '/api/settings/feeds/try',
      summary: 'Read a feed once and say what it holds; nothing is kept',
      body: feedTry,
      examples: { body: { url: 'https://example.org/news.xml' } },
      handle: ({ c, viewer, body }) => runTry(viewer, () => tryFeed(body.url, c.req.raw.signal)),
    }),
    endpoint(api, {
      ...base,
      id: 'tryAiService',
      path: '/api/settings/ai/try',
      summary: 'Ask the AI service for a word',
      handle: ({ viewer }) =>
        runTry(viewer, async () => {
          if (!ai.isConfigured) throw new AppError('not-configured', AI_NOT_CONFIGURED);
          const since = performance.now();
          await ai.generate(viewer, {
            name: 'trial',
            schema: z.object({ word: z.string().max(100) }),
            system: 'Somebody tries whether you can be reached. Answer with one short word.',
            prompt: 'Are you there?',
          });
          const seconds = ((performance.now() - since) / 1000).toFixed(1);
          return `${ai.model} answered within ${seconds} s.`;
        }),
    }),
    endpoint(api, {
      ...base,
      id: 'tryMail',
      path: '/api/settings/mail/try',
      summary: 'Send an e-mail to the address of the person who asks',
      handle: ({ viewer }) =>
        runTry(viewer, async (to) => {
          if (!settings.SMTP_URL) throw new AppError('not-configured', 'No mail server is set up.');
          const mail = {
            to,
            subject: `A test from ${settings.site.siteName}`,
            blocks: [`Mail of ${settings.site.siteName} works: this is a test.`],
          };
          await sendMail(settings, mail).catch((cause: unknown) => {
            throw new AppError('upstream', `${sayMailFailure(cause)}.`, { cause });
          });
          return `The mail server took an e-mail to ${to}.`;
        }),
    }),
  ];
};

/** Settings of the site, for owners. */
export const mountSettings = (api: Api, parts: AppParts, needed: Needed) => {
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
    ...mountTries(api, parts, needed),
  ];
};
