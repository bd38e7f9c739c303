import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod';
import { LEVELS } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import type { CoverageGroup } from '#content/shared/coverage/coverage-schema.ts';
import { type Vendor, vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter, TOO_MANY } from '#modules/auth/limits.server.ts';
import { cookieOptions } from '#modules/auth/sessions.server.ts';
import { readTyped, type Shown, type Typed } from '#modules/public-forms/form-parts.ts';
import { createReplies } from '#modules/public-forms/plain-replies.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { completeLink, isWebAddress } from '#platform/safe-link.ts';
import { MAX_ADDRESS, MAX_REPLY, MAX_TEXT, SESSION_HOURS, VENDOR_WORD } from './limits.ts';
import { findLink, findSession, openLink, type Speaker } from './links.server.ts';
import {
  ANSWERS_PATH,
  answersPage,
  HEADERS,
  NOT_VALID,
  OPEN_PATH,
  openPage,
  refusedPage,
} from './pages.ts';
import { type NewWord, readOwnWords, saveWords } from './words.server.ts';

/** One paragraph: what does not print goes, line breaks too. */
const asLine = (text: string) => text.replace(/[\p{C}\u2028\u2029]+/gu, ' ').trim();

const lineOf = (max: number) => z.string().overwrite(asLine).max(max, `At most ${max} characters`);

const cell = z
  .object({
    level: z.enum(LEVELS).or(z.literal('')),
    text: lineOf(MAX_TEXT),
    url: z
      .string()
      .trim()
      .max(MAX_ADDRESS, `At most ${MAX_ADDRESS} characters`)
      .overwrite(completeLink)
      .refine(
        (value) => value === '' || isWebAddress(value),
        'Use an address that begins with https://',
      ),
  })
  .refine(({ level, text, url }) => level !== '' || (text === '' && url === ''), {
    path: ['text'],
    message: 'Choose what you state, or leave this empty',
  });

const reply = lineOf(MAX_REPLY);

type Feature = { id: number; slug: string };

/** The words of a form, of features or the reply, and every problem by field. */
const readWords = (typed: Typed, features: readonly Feature[]) => {
  const problems: Record<string, string> = {};
  const words = features.flatMap(({ id, slug }): NewWord[] => {
    const [level, text = '', url = ''] = ['level', 'text', 'url'].map((part) =>
      typed(`${part}-${slug}`),
    );
    // A feature that is new since the form was opened is not answered by it.
    if (level === undefined) return [];
    const { data, error } = cell.safeParse({ level, text, url });
    for (const { path, message } of error?.issues ?? [])
      problems[`${String(path[0] ?? 'text')}-${slug}`] ??= message;
    if (!data) return [];
    const [stated, documentedAt] = [data.level || null, data.url || null];
    return [{ featureId: id, level: stated, text: data.text, documentedAt }];
  });
  const { data: text = '', error } = reply.safeParse(typed('reply') ?? '');
  if (error) problems.reply = error.issues[0]?.message ?? '';
  if (typed('reply') !== undefined)
    words.push({ featureId: null, level: null, text, documentedAt: null });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return words;
};

/** A category of a hundred features, all answered, with every second byte escaped. */
const MAX_FORM = 131_072;

const TOKEN = z.string().max(100);

const saySaved = (count: number): string => {
  if (count === 0) return 'Nothing new was sent.';
  return count === 1 ? 'One answer waits for an editor.' : `${count} answers wait for an editor.`;
};

export interface AnswerParts {
  readerOf: ReaderOf;
  /** Every feature by category, with what is known of the vendors. */
  align(vendorIds: readonly number[]): Promise<readonly CoverageGroup[]>;
}

/** The pages and forms for the holder of a link: plain, without script and without an account. */
export const mountVendorAnswers = (
  api: Api,
  { settings, connection: { db }, makeLimiter }: AppParts,
  { readerOf, align }: AnswerParts,
) => {
  const guess = createGuessLimiter(makeLimiter, 'link');
  const { sendPage, leadOn, orShow } = createReplies(settings, HEADERS);
  const orRefuse = (c: Context<Env>, work: () => Promise<Response>) =>
    orShow(c, ({ message }) => refusedPage(message), work);
  const options = cookieOptions(settings.SITE_URL);
  const cookieName = options.secure ? '__Host-vendor-word' : 'vendor-word';
  const page = {
    tag: VENDOR_WORD,
    access: 'public',
    cacheable: false,
    mediaType: 'text/html',
    failures: TOO_MANY,
  } as const;
  const form = { bodyType: 'application/x-www-form-urlencoded', status: 303 } as const;

  /** The public vendor for whom a secret speaks; wrong ones are counted by where they come from. */
  const identify = async (
    c: Context<Env>,
    secret: string,
    find: (db: Executor, secret: string) => Promise<Speaker | null>,
  ) => {
    if (secret === '') throw new AppError('invalid', NOT_VALID);
    const speaker = await guess(addressOf(c, settings.TRUST_PROXY), async () => {
      const by = await find(db, secret);
      const vendor = by && (await readerOf(vendors).byId(null, by.vendorId));
      return by && vendor ? { by, vendor } : null;
    });
    if (!speaker) throw new AppError('invalid', NOT_VALID);
    return speaker;
  };

  const inSession = (c: Context<Env>) => identify(c, getCookie(c, cookieName) ?? '', findSession);

  endpoint(api, {
    ...page,
    method: 'get',
    id: 'getVendorLink',
    path: OPEN_PATH,
    summary: 'A look at a one-time link, which stays as it is',
    query: z.object({ token: TOKEN.optional() }),
    handle: ({ c, query: { token = '' } }) =>
      orRefuse(c, async () => {
        const { vendor } = await identify(c, token, findLink);
        return sendPage(c, openPage(vendor, token));
      }),
  });

  endpoint(api, {
    ...page,
    ...form,
    method: 'post',
    id: 'openVendorLink',
    path: OPEN_PATH,
    summary: `Uses a one-time link up, for ${SESSION_HOURS} hours of answering`,
    handle: ({ c }) =>
      orRefuse(c, async () => {
        const token = TOKEN.catch('').parse((await readTyped(c))('token'));
        await identify(c, token, findLink);
        const secret = await openLink(db, token);
        if (!secret) throw new AppError('invalid', NOT_VALID);
        setCookie(c, cookieName, secret, { ...options, maxAge: SESSION_HOURS * 3600 });
        return leadOn(c, ANSWERS_PATH);
      }),
  });

  const listFeatures = () => readerOf(features).listCards({ viewer: null, limit: 500 });

  /** The form, filled in with what was typed into it, or else with what the vendor said before. */
  const showAnswers = async (vendor: Vendor, { typed, ...shown }: Shown & { saved?: string }) => {
    const [groups, own, all] = await Promise.all([
      align([vendor.id]),
      readOwnWords(db, vendor.id),
      listFeatures(),
    ]);
    const stored = new Map([['reply', own.get(null)?.text ?? '']]);
    for (const { id, slug } of all) {
      const { level, text, documentedAt } = own.get(id) ?? {};
      stored.set(`level-${slug}`, level ?? '');
      stored.set(`text-${slug}`, text ?? '');
      stored.set(`url-${slug}`, documentedAt ?? '');
    }
    const known: Typed = (name) => typed(name) ?? stored.get(name);
    return answersPage({ ...shown, vendor, groups, typed: known });
  };

  endpoint(api, {
    ...page,
    method: 'get',
    id: 'getVendorAnswers',
    path: ANSWERS_PATH,
    summary: 'The form of the one who opened a link, with what the vendor has said so far',
    query: z.object({ saved: z.coerce.number().int().min(0).max(1000).optional() }),
    handle: ({ c, query: { saved } }) =>
      orRefuse(c, async () => {
        const { vendor } = await inSession(c);
        const shown = {
          typed: () => undefined,
          ...(saved !== undefined && { saved: saySaved(saved) }),
        };
        return sendPage(c, await showAnswers(vendor, shown));
      }),
  });

  endpoint(api, {
    ...page,
    ...form,
    method: 'post',
    id: 'sendVendorAnswers',
    path: ANSWERS_PATH,
    summary: 'The answers of one category, or the reply, for an editor to look at',
    maxBody: MAX_FORM,
    maxAnonymousBody: MAX_FORM,
    handle: async ({ c }) => {
      const typed = await readTyped(c);
      return orRefuse(c, async () => {
        const { by, vendor } = await inSession(c);
        const showAgain = ({ message, fields }: AppError) =>
          showAnswers(vendor, { typed, notice: message, problems: fields });
        return orShow(c, showAgain, async () => {
          const saved = await saveWords(db, by, readWords(typed, await listFeatures()));
          return leadOn(c, `${ANSWERS_PATH}?saved=${saved}`);
        });
      });
    },
  });
};
