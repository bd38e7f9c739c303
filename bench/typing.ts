import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { openEditor } from './edits.ts';
import type { Product } from './product.ts';
import { createWriter } from './words.ts';

type Place = 'in the second paragraph' | 'at the end';

/** A writer's wait after a key, by the length of the text: for the letter, and for the page with it. */
export interface TypingRun {
  words: number;
  place: Place;
  p50: number;
  p95: number;
  previewP50: number;
  previewP95: number;
}

const TEXTS: Pick<TypingRun, 'words' | 'place'>[] = [
  ...[80, 2500, 3000, 6800, 14_000, 20_000].map((words) => ({
    words,
    place: 'in the second paragraph' as const,
  })),
  { words: 20_000, place: 'at the end' },
];
/** Against the short text. */
const MOST = 1.5;
const KEYS = 60;
const MARKS = 20;
/** As a quick typist has it. */
const BETWEEN_KEYS_MS = 120;
const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/google-chrome',
];

const textOf = (words: number): string => {
  const { article } = createWriter(words);
  const parts: string[] = [];
  for (let count = 0; count < words; count += parts.at(-1)?.split(/\s+/).length ?? 1)
    parts.push(article());
  return parts
    .join('\n\n')
    .split(/(?<=\s)/)
    .slice(0, words + 40)
    .join('')
    .trim();
};

/** Notes, for each key, how long it took until the frame after it was painted. */
const watchKeys = (page: Page) =>
  page.evaluate(() => {
    const waits: number[] = [];
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => waits.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      { capture: true },
    );
    Object.assign(window, { waits });
  });

/** Notes, for each of these words, how long it took from its last key until it stood in the preview. */
const watchPreview = (page: Page, marks: readonly string[]) =>
  page.evaluate((words) => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Preview of the page"]');
    const body = frame?.contentDocument?.body;
    if (!body) throw new Error('No preview');
    const shownAfter: number[] = [];
    const typed = new Map<string, number>();
    let text = '';
    document.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        text += key;
        const word = words.find((one) => text.endsWith(one));
        if (word) typed.set(word, timeStamp);
      },
      { capture: true },
    );
    new MutationObserver(() => {
      for (const [word, since] of typed) {
        if (!body.textContent.includes(word)) continue;
        typed.delete(word);
        shownAfter.push(performance.now() - since);
      }
    }).observe(body, { childList: true });
    Object.assign(window, { shownAfter });
  }, marks);

const at = (values: readonly number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
};

const typeInto = async (
  page: Page,
  product: Product,
  { id, words, place }: { id: number; words: number; place: Place },
) => {
  await page.goto(`${product.url}/admin/pages/${id}/write`);
  const surface = page.getByRole('textbox', { name: 'Formatted text' }).first();
  const paragraphs = surface.locator('> p');
  await (place === 'at the end' ? paragraphs.last() : paragraphs.nth(1)).click();
  await page.keyboard.press('End');
  // The first letters make what is made once.
  await page.keyboard.type('Warm ', { delay: BETWEEN_KEYS_MS });
  await watchKeys(page);
  await page.keyboard.type('abcdefghi '.repeat(KEYS / 10), { delay: BETWEEN_KEYS_MS });
  const waits = await page.evaluate(() => Reflect.get(window, 'waits') as number[]);
  const marks = Array.from({ length: MARKS }, (_, n) => `q${n}z`);
  await watchPreview(page, marks);
  await page.keyboard.type(`${marks.join(' ')} `, { delay: BETWEEN_KEYS_MS });
  await page.waitForFunction(
    (count) => (Reflect.get(window, 'shownAfter') as number[]).length === count,
    MARKS,
  );
  const shown = await page.evaluate(() => Reflect.get(window, 'shownAfter') as number[]);
  const p50 = at(waits, 0.5);
  const p95 = at(waits, 0.95);
  return { words, place, p50, p95, previewP50: at(shown, 0.5), previewP95: at(shown, 0.95) };
};

/** Key to paint on the writing page, in texts of several lengths. */
export const measureTyping = async (
  product: Product,
  databaseUrl: string,
): Promise<TypingRun[]> => {
  const [name = '', value = ''] = (await openEditor(databaseUrl, product.url)).split('=');
  const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUM.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is needed: set CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name, value, url: product.url }]);
    const page = await context.newPage();
    const runs: TypingRun[] = [];
    for (const [at, { words, place }] of TEXTS.entries()) {
      const made = await context.request.post(`${product.url}/api/pages`, {
        headers: { origin: product.url },
        data: { title: `Words ${at}`, slug: `words-${at}`, content: textOf(words) },
      });
      const { id } = await made.json();
      runs.push(await typeInto(page, product, { id, words, place }));
    }
    return runs;
  } finally {
    await browser.close();
  }
};

const againstShort = (runs: readonly TypingRun[], p50: number) =>
  p50 / (runs[0]?.p50 ?? Number.NaN);

export const isTypingFlat = (runs: readonly TypingRun[]): boolean =>
  runs.every(({ p50 }) => againstShort(runs, p50) <= MOST);

export const typingReport = (runs: readonly TypingRun[]): string => {
  const lines = runs.map(
    ({ words, place, p50, p95, previewP50, previewP95 }) =>
      `| ${words} | ${place} | ${p50.toFixed(0)} ms | ${p95.toFixed(0)} ms | ${againstShort(runs, p50).toFixed(2)} | ${previewP50.toFixed(0)} ms | ${previewP95.toFixed(0)} ms |`,
  );
  return [
    `Key to paint, by words of the text (goal: p50 at most ${MOST} times that of the short text)`,
    '',
    '| words | typed | p50 | p95 | against the short text | letter to preview, p50 | p95 |',
    '| ---: | --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
};
