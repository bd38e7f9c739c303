import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter', settings: { SITE_URL: 'https://guide.example' } });
});
afterAll(() => site.close());

const listTools = async (): Promise<string[]> => {
  const { body } = await site.call(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { accept: 'application/json, text/event-stream' },
  );
  return body.result.tools.map(({ name }: { name: string }) => name);
};

describe('the page for assistants', () => {
  it('shows the address to copy, and every tool that there is', async () => {
    const page = await site.get('/for-machines');
    expect(page.text('h1')).toBe('For AI Assistants');
    expect(page.html).toContain('https://guide.example/mcp');
    const names = [...page.document.querySelectorAll('dt code')].map((one) => one.textContent);
    expect(names).toEqual(await listTools());
  });

  it('tells how to add it on the page and in its twin in the same steps', async () => {
    const { document } = await site.get('/for-machines');
    const steps = [...document.querySelectorAll('main ol > li')].map((one) => one.textContent);
    expect(steps).toHaveLength(3);
    const twin = (await site.readTwin('/for-machines')) ?? '';
    expect(twin).toContain('`https://guide.example/mcp`');
    for (const step of steps) expect(twin).toContain(step);
  });

  it('is linked to by the footer of every page', async () => {
    expect((await site.get('/vendors')).hrefs('footer a')).toContain('/for-machines');
  });

  it('tells how a program writes evidence, by calls that the API has', async () => {
    const { document } = await site.get('/for-machines');
    const twin = (await site.readTwin('/for-machines')) ?? '';
    const { paths } = await (await site.api.request('/api/openapi.json')).json();
    const calls = [...document.querySelectorAll('main code')].flatMap(
      ({ textContent }) => textContent?.match(/^(?:GET|POST|PUT) \S+$/) ?? [],
    );
    expect(calls).toContain('POST /api/coverage');
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      expect(paths[path.replace('{slug}', '{id}')]?.[method.toLowerCase()], call).toBeDefined();
      expect(twin).toContain(call);
    }
  });

  it('leads to the other ways of reading, and stands in the sitemap and in llms.txt', async () => {
    const page = await site.get('/for-machines');
    for (const href of ['/llms.txt', '/data', '/api/docs', '/api/openapi.json']) {
      expect(page.document.querySelector(`main a[href="${href}"]`)).not.toBeNull();
    }
    const textOf = async (path: string) => (await site.api.request(path)).text();
    expect(await textOf('/sitemaps/site-1.xml')).toContain('https://guide.example/for-machines');
    expect(await textOf('/llms.txt')).toContain('https://guide.example/for-machines');
    const data = await site.get('/data');
    expect(data.document.querySelector('main a[href="/for-machines"]')).not.toBeNull();
  });
});
