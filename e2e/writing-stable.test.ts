import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '#content/index.ts';
import { markdownFieldsOf } from '#kit/collection.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { buildHarness } from '#testing/build-harness.ts';

interface Opened {
  typed: string | null;
  undone: string | null;
}

let site: BrowserSite;
let harness: string;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  harness = await buildHarness(fileURLToPath(new URL('./writing-harness.tsx', import.meta.url)));
});
afterAll(() => site.close());

it('opening a starter text changes no byte, nor does typing a letter and taking it back', async () => {
  const page = await site.newPage({ bypassCSP: true });
  await site.signIn(page);
  const texts: { name: string; text: string }[] = [];
  for (const collection of registry) {
    const fields = markdownFieldsOf(collection);
    if (fields.length === 0) continue;
    const response = await page.request.get(`${site.url}/api/${collection.name}`);
    for (const item of await response.json()) {
      for (const [key] of fields) {
        const text: unknown = item[key];
        if (typeof text === 'string' && text !== '')
          texts.push({ name: `${collection.name}/${item.id} ${key}`, text });
      }
    }
  }
  expect(texts.length).toBeGreaterThan(300);

  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/about');
  await page.addScriptTag({ content: harness });
  const opened = await page.evaluate(
    (sources) =>
      (window as unknown as { openEach(sources: string[]): Promise<Opened[]> }).openEach(sources),
    texts.map(({ text }) => text),
  );
  const changed = texts.filter(({ text }, at) => opened[at]?.undone !== text);
  expect(changed.map(({ name }) => name)).toEqual([]);
  // The letter was really typed.
  expect(opened.every(({ typed }, at) => typed !== null && typed !== texts[at]?.text)).toBe(true);
});
