import * as z from 'zod';
import { LEVELS } from '#content/coverage/coverage.collection.ts';
import { completeLink, isSafeLink } from '#platform/safe-link.ts';
import { MAX_ADDRESS, MAX_REPLY, MAX_TEXT } from './limits.ts';
import type { TypedWord } from './pages.ts';

/** One paragraph: what does not print goes, line breaks too. */
const asLine = (text: string) => text.replace(/[\p{C}\u2028\u2029]+/gu, ' ').trim();

const lineOf = (max: number) => z.string().overwrite(asLine).max(max, `At most ${max} characters`);

const isWebAddress = (value: string) =>
  value === '' || (/^https?:/i.test(value) && isSafeLink(value));

const cell = z
  .object({
    level: z.enum(LEVELS).or(z.literal('')),
    text: lineOf(MAX_TEXT),
    url: z
      .string()
      .trim()
      .max(MAX_ADDRESS, `At most ${MAX_ADDRESS} characters`)
      .overwrite(completeLink)
      .refine(isWebAddress, 'Use an address that begins with https://'),
  })
  .refine(({ level, text, url }) => level !== '' || (text === '' && url === ''), {
    path: ['text'],
    message: 'Choose what you state, or leave this empty',
  });

const reply = lineOf(MAX_REPLY);

/** The answers of a form by the features' slugs, all that was typed, and every problem by field. */
export const readCells = (sent: URLSearchParams, slugs: readonly string[]) => {
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
export const readReplyText = (sent: URLSearchParams) => {
  const typed = (sent.get('reply') ?? '').replaceAll('\r\n', '\n');
  const { data: text = '', error } = reply.safeParse(typed);
  const problems: Record<string, string> = error ? { reply: error.issues[0]?.message ?? '' } : {};
  return { typed, text, problems };
};
