import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const READ = {
  url: 'https://acme.example/terms',
  publisher: 'vendor',
  pageDate: '2025-07',
  checkedOn: '2026-11-19',
  checkedBy: 'Research desk',
} as const;

const EVENTS = [
  { date: '2015', kind: 'acquisition', sentence: 'Acme was bought by a group.', ...READ },
  { kind: 'rename', sentence: 'A help page has the new name.', ...READ },
  { date: '2025-09-02', kind: 'acquisition closed', sentence: 'The group sold Acme.', ...READ },
];
const TERMS = [
  { topic: 'notice', sentence: 'Notice is due 90 days before the end.', version: '11', ...READ },
  { topic: 'term', sentence: 'The first term is two years.', note: 'For one plan', ...READ },
];

let site: TestSite;
const add = (vendor: object) => site.asEditor('POST', '/api/vendors', vendor);
beforeAll(async () => {
  site = await startSite({ data: 'empty' });
  await add({ name: 'Acme', slug: 'acme', events: EVENTS, contractTerms: TERMS });
  await add({ name: 'Silent', slug: 'silent' });
});
afterAll(() => site.close());

const partOf = (page: Awaited<ReturnType<TestSite['get']>>, title: string) =>
  [...page.document.querySelectorAll('main section')].findLast(
    (part) => part.querySelector('h2')?.textContent === title,
  );
const textsOf = (part: Element | undefined, selector: string) =>
  [...(part?.querySelectorAll(selector) ?? [])].map((one) => one.textContent);

it('EVENTS stand on the profile newest first, each with its date, kind and source', async () => {
  const events = partOf(await site.get('/vendors/acme'), 'Owner and events');
  expect(textsOf(events, 'summary')).toEqual([
    'The group sold Acme.',
    'Acme was bought by a group.',
    'A help page has the new name.',
  ]);
  expect(textsOf(events, 'li')[0]).toMatch(/^Sep 2, 2025Acquisition closed/);
  expect(textsOf(events, 'li')[2]).toMatch(/^UndatedRename/);
  expect(textsOf(events, '.evidence-source')[0]).toContain(
    'First rank, published by the vendor: acme.example',
  );
});

it('CONTRACT TERMS stand on the profile by topic, with version, day and what is not published', async () => {
  const contract = partOf(await site.get('/vendors/acme'), 'Contract, as published');
  expect(textsOf(contract, 'dt')).toEqual(['Term and termination', 'Notice']);
  expect(textsOf(contract, 'summary')).toEqual([
    'The first term is two years.',
    'Notice is due 90 days before the end.',
  ]);
  expect(contract?.textContent).toContain('Version 11');
  expect(contract?.textContent).toContain('read in a stored copy, page of Jul 2025');
  expect(contract?.textContent).toMatch(/Not published on the pages we read: .*price increase/);
});

it('EVENTS and CONTRACT TERMS have no empty section, and stand in the API', async () => {
  const silent = await site.get('/vendors/silent');
  expect(partOf(silent, 'Owner and events')).toBeUndefined();
  expect(partOf(silent, 'Contract, as published')).toBeUndefined();
  const item = await (await site.api.request('/api/vendors/acme')).json();
  expect([item.events.length, item.contractTerms.length]).toEqual([3, 2]);
});

it('CONTRACT TERMS are a group of a comparison where one has some, and not published for the other', async () => {
  const page = await site.get('/compare/acme-vs-silent');
  const group = [...page.document.querySelectorAll('table tbody')].find((one) =>
    one.textContent?.startsWith('Contract, as published'),
  );
  const rows = [...(group?.querySelectorAll('tr') ?? [])].slice(1);
  expect(rows.map((row) => row.querySelector('th')?.textContent)).toEqual([
    'Term and termination',
    'Notice',
  ]);
  expect(rows[1]?.textContent).toContain('Notice is due 90 days before the end.');
  expect(rows[1]?.textContent).toContain('Not published');
  const csv = await (await site.api.request('/api/comparison.csv?of=acme-vs-silent')).text();
  expect(csv).toContain('"Contract, as published",Notice,Notice is due 90 days before the end.');
});

it('EVENTS and CONTRACT TERMS of a copy are second hand, and a topic is one of the list', async () => {
  const copy = { ...READ, url: 'https://raw.githubusercontent.com/a/b/main/terms.md' };
  const asked = [
    { events: [{ date: '2025', kind: 'sale', sentence: 'Sold.', ...copy }] },
    { contractTerms: [{ topic: 'weather', sentence: 'Mild.', ...READ }] },
    { events: [{ date: 'last year', kind: 'sale', sentence: 'Sold.', ...READ }] },
  ];
  for (const [at, body] of asked.entries()) {
    const { status } = await add({ name: `Wrong ${at}`, slug: `wrong-${at}`, ...body });
    expect(status).toBe(400);
  }
});
