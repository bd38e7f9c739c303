import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod';
import { LEVELS } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import type { CoverageGroup } from '#content/shared/coverage/coverage-schema.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter, TOO_MANY } from '#modules/auth/limits.server.ts';
import { cookieOptions } from '#modules/auth/sessions.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { completeLink, isWebAddress } from '#platform/safe-link.ts';
import { MAX_ADDRESS, MAX_REPLY, MAX_TEXT, SESSION_HOURS, VENDOR_WORD } from './limits.ts';
import { findLink, findSession, openLink, type Speaker } from './links.server.ts';
import {
  ANSWERS_PATH,
  answersPage,
  NOT_VALID,
  OPEN_PATH,
  openPage,
  type TypedWord,
} from './pages.ts';
import { createVendorReplies } from './plain-replies.server.ts';
import { readOwnWords, saveWords } from './words.server.ts';

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

/** The answers of a form by the features' slugs, all that was typed, and every problem by field. */
const readCells = (sent: URLSearchParams, slugs: readonly string[]) => {
  const problems: Record<string, string> = {};
  const typed = new Map<string, TypedWord>();
  const words = slugs.flatMap((slug) => {
    // A feature that is new since the form was opened is not answered by it.
    if (!sent.has(`level-${slug}`)) return [];
    const field = (part: string) => (sent.get(`${part}-${slug}`) ?? '').replaceAll('\r\n', '\n');
    const given = { level: field('level'), text: field('text'), url: field('url') };
    typed.set(slug, given);
    const read = cell.safeParse(given);
    if (read.success) {
      const { level, text, url } = read.data;
      return [{ slug, level: level || null, text, documentedAt: url || null }];
    }
    for (const { path, message } of read.error.issues)
      problems[`${String(path[0] ?? 'text')}-${slug}`] ??= message;
    return [];
  });
  return { words, typed, problems };
};

/** The reply, or the problem with it. */
const readReplyText = (sent: URLSearchParams) => {
  const typed = (sent.get('reply') ?? '').replaceAll('\r\n', '\n');
  const { data: text = '', error } = reply.safeParse(typed);
  const problems: Record<string, string> = error ? { reply: error.issues[0]?.message ?? '' } : {};
  return { typed, text, problems };
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
  const guesses = createGuessLimiter(makeLimiter, 'link');
  const { sendPage, sendFailure, leadOn, orRefuse } = createVendorReplies(settings);
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
    const address = addressOf(c, settings.TRUST_PROXY);
    await guesses.refuseTooMany(address);
    const by = await find(db, secret);
    const vendor = by && (await readerOf(vendors).byId(null, by.vendorId));
    if (by && vendor) return { by, vendor };
    await guesses.count(address);
    throw new AppError('invalid', NOT_VALID);
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
        const token = TOKEN.catch('').parse(new URLSearchParams(await c.req.text()).get('token'));
        await identify(c, token, findLink);
        const secret = await openLink(db, token);
        if (!secret) throw new AppError('invalid', NOT_VALID);
        setCookie(c, cookieName, secret, { ...options, maxAge: SESSION_HOURS * 3600 });
        return leadOn(c, ANSWERS_PATH);
      }),
  });

  type Shown = Partial<Omit<Parameters<typeof answersPage>[0], 'vendor' | 'groups'>>;

  const listFeatures = () => readerOf(features).listCards({ viewer: null, limit: 500 });

  const showAnswers = async (
    vendor: { id: number; slug: string; name: string },
    { typed = new Map(), reply, ...shown }: Shown,
  ) => {
    const [groups, own, all] = await Promise.all([
      align([vendor.id]),
      readOwnWords(db, vendor.id),
      listFeatures(),
    ]);
    const stored = all.flatMap(({ id, slug }): [string, TypedWord][] => {
      const word = own.get(id);
      if (!word) return [];
      const { level, text, documentedAt } = word;
      return [[slug, { level: level ?? '', text, url: documentedAt ?? '' }]];
    });
    return answersPage({
      ...shown,
      vendor,
      groups,
      typed: new Map([...stored, ...typed]),
      reply: reply ?? own.get(null)?.text ?? '',
    });
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
        const notice = saved === undefined ? undefined : saySaved(saved);
        return sendPage(c, await showAnswers(vendor, { saved: notice }));
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
      const sent = new URLSearchParams(await c.req.text());
      return orRefuse(c, async () => {
        const { by, vendor } = await inSession(c);
        const isReply = sent.has('reply');
        const reply = readReplyText(sent);
        const all = isReply ? [] : await listFeatures();
        const slugs = all.map(({ slug }) => slug);
        const cells = readCells(sent, slugs);
        const problems = isReply ? reply.problems : cells.problems;
        try {
          if (Object.keys(problems).length > 0) throw invalid(problems);
          const idOf = new Map(all.map(({ slug, id }) => [slug, id]));
          const words = isReply
            ? [{ featureId: null, level: null, text: reply.text, documentedAt: null }]
            : cells.words.map(({ slug, ...word }) => ({ ...word, featureId: idOf.get(slug) ?? 0 }));
          const saved = await saveWords(db, by, words);
          return leadOn(c, `${ANSWERS_PATH}?saved=${saved}`);
        } catch (error) {
          const typed = isReply ? { reply: reply.typed } : { typed: cells.typed };
          return await sendFailure(c, error, ({ message, fields }) =>
            showAnswers(vendor, { ...typed, notice: message, problems: fields }),
          );
        }
      });
    },
  });
};
