import { describe, expect, it } from 'vitest';
import { analyseSeo } from '#admin/seo/analyser.ts';
import type { AppError } from '#platform/errors.ts';
import { countMarkdownWords } from '#platform/text/count-words.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { makeHostileText } from '#testing/hostile-text.ts';
import { measureLoop, usedMs } from '#testing/measure-loop.ts';
import { renderMarkdown } from './glossary/text-renderer.server.ts';
import { cleanRewrite } from './news/rewrite/clean-rewrite.server.ts';
import { measureOverlap } from './news/rewrite/overlap.ts';

const LENGTH = 60_000;
/** Of the thread's own time, so that a busy machine adds nothing. */
const PAUSE_MS = 100;

const seedsBelow = (count: number) => Array.from({ length: count }, (_, seed) => seed);

/** Main-thread work on untrusted text. */
const HERE: Record<string, (text: string) => unknown> = {
  excerpt: (text) => excerpt(text, 300),
  countMarkdownWords,
  measureOverlap: (text) => measureOverlap([text], text.slice(100)),
  analyseSeo: (text) => analyseSeo({ title: 'A title', content: text }),
};

describe('PROMISE 20 texts of 60 kB that are made to be hard', () => {
  it('are formatted, or shown as they are, while the loop goes on', async () => {
    const seeds = seedsBelow(6);
    const { ownMs } = await measureLoop(async () => {
      const pages = seeds.map((seed) => renderMarkdown(makeHostileText(seed, LENGTH).text));
      for (const html of await Promise.all(pages)) {
        expect(html).toMatch(/^</);
        expect(html).not.toMatch(/<(?:script|iframe|div(?! class="table-scroll"))/);
      }
    });
    expect(ownMs).toBeLessThan(PAUSE_MS);
  }, 180_000);

  it('are parsed at once where they are short', async () => {
    // The first text of a process also pays for the parser's start.
    await renderMarkdown('A *first* text');
    for (const seed of seedsBelow(100)) {
      const { text } = makeHostileText(seed, 1000);
      const { ownMs } = await measureLoop(() => renderMarkdown(text));
      expect([seed, ownMs < PAUSE_MS]).toEqual([seed, true]);
    }
  });

  it('are searched for links in a thread when an AI service answers with them', async () => {
    const answer = {
      title: 'T',
      excerpt: '',
      category: '',
      tags: [],
      metaTitle: '',
      metaDescription: '',
    };
    const outcomes = new Set<string>();
    for (const seed of seedsBelow(6)) {
      const content = makeHostileText(seed, LENGTH).text;
      const pauseOf = async () => {
        const { ownMs } = await measureLoop(() =>
          cleanRewrite({ ...answer, content }, new Set()).then(
            () => outcomes.add('clean'),
            (error: AppError) => outcomes.add(error.code),
          ),
        );
        return ownMs;
      };
      // A text's own cost repeats; garbage collection from earlier tests does not.
      const isShort = (await pauseOf()) < PAUSE_MS || (await pauseOf()) < PAUSE_MS;
      expect([seed, isShort]).toEqual([seed, true]);
    }
    expect([...outcomes].sort()).toEqual(['clean', 'upstream']);
  }, 180_000);

  it.each(Object.keys(HERE))(
    'hold nobody up in %s',
    (name) => {
      for (const seed of seedsBelow(30)) {
        const { text } = makeHostileText(seed, LENGTH);
        expect([seed, usedMs(() => HERE[name]?.(text)) < PAUSE_MS]).toEqual([seed, true]);
      }
    },
    60_000,
  );
});
