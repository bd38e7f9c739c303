import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { siteList } from './sites.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter' });
});
afterAll(() => site.close());

const areas = siteList.flatMap(({ folder, area }) => (area ? [[folder, area.title] as const] : []));

it.each(areas)(
  '%s is called on cards, in llms.txt and in the sitemap as its page is',
  async (folder, title) => {
    const page = await site.get(folder);
    expect(page.text('h1')).toBe(title);
  },
);
