import { expect, it } from 'vitest';
import { pathWith } from '#client/api-calls.ts';
import { faq } from '#content/faq/faq.collection.ts';
import { glossary } from '#content/glossary/glossary.collection.ts';
import { registry } from '#content/index.ts';
import { redirects } from '#content/redirects/redirects.collection.ts';
import { TERM_LIST } from '#content/search-terms/admin/search-terms-tab.tsx';
import { searchTerms } from '#content/search-terms/search-terms.collection.ts';
import { serviceProviders } from '#content/service-providers/service-providers.collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { ApiError } from '#platform/api-error.ts';
import { adminHref, readAddress } from './address.ts';
import { changedItemOf, fieldErrorsOf, messageOf, serverMessage } from './api/problems.ts';
import { provideCollections } from './collections.ts';
import { gridFieldsOf } from './editor/form-values.ts';
import { historyOf, type Revision } from './history/changes.ts';
import { pagesOf } from './list/list-page.ts';
import { factsOf, listParams, statusWords } from './list/list-view.ts';
import { isPanelPath, tabGroups, totalOf } from './tabs.ts';

provideCollections(registry);

const stored = (values: Record<string, unknown>) => ({
  id: 1,
  version: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
});

it('takes an item for public by its flag, a form too, and every item of a type without one', () => {
  expect(isPublic(faq, { isPublished: true })).toBe(true);
  expect(isPublic(faq, { isPublished: false })).toBe(false);
  expect(isPublic(faq, null)).toBe(false);
  expect(isPublic(redirects, {})).toBe(true);
});

it('A2.05 leads to tabs that there are', () => {
  expect(adminHref('trash')).toBe('/admin/trash');
  expect(adminHref(faq, 'new')).toBe('/admin/faq/new');
  // @ts-expect-error A misspelled tab does not compile.
  expect(isPanelPath(adminHref('trahs').slice('/admin/'.length))).toBe(false);
});

it('A2.05 knows its own addresses and no other', () => {
  for (const path of [
    '',
    'faq',
    'faq/12',
    'faq/12/write',
    'faq/new',
    'trash',
    'media',
    'news/style-guides',
  ])
    expect([path, isPanelPath(path)]).toEqual([path, true]);
  for (const path of [
    'zzz',
    'constructor',
    'faq/zzz',
    'faq/12/more',
    'faq/12/write/more',
    'redirects/1/write',
    'news/style-guides/3/write',
    'faq/0',
    'trash/1',
    'style-guides',
    'faq/style-guides/3',
  ])
    expect([path, isPanelPath(path)]).toEqual([path, false]);
});

it('A2.10 a group’s total is the sum of its badges', () => {
  const [core] = tabGroups();
  if (!core) throw new Error('Expected a group');
  expect(totalOf(core, { vendors: 30, features: 79, news: 1, faq: 500 })).toBe(110);
});

it('A2.13 keeps tab, item, search and sort in the address', () => {
  const href = adminHref('faq', 12, { q: 'tax & law', sort: '', page: undefined });
  expect(href).toBe('/admin/faq/12?q=tax+%26+law');
  // Comments that stand open are those of one item: no link of the list takes them along.
  expect(readAddress('/admin/faq/12', { q: 'tax & law', comments: '7' })).toEqual({
    tab: 'faq',
    rest: '12',
    isWriting: false,
    search: { q: 'tax & law' },
    comments: '7',
  });
  expect(readAddress('/admin/faq/12/write', {})).toMatchObject({ rest: '12', isWriting: true });
  expect(readAddress('/admin', {})).toEqual({
    tab: '',
    rest: '',
    isWriting: false,
    search: {},
    comments: '',
  });
});

it('A3.05 pages every list by 50 but search terms', () => {
  const search = { q: 'x', page: '3', status: 'draft', sort: '-updatedAt' };
  expect(pathWith('/api/faq', listParams(faq, search))).toBe(
    '/api/faq?limit=50&offset=100&q=x&status=draft&sort=-updatedAt&view=card',
  );
  expect(pathWith('/api/search-terms', listParams(searchTerms, { page: '3' }, TERM_LIST))).toBe(
    '/api/search-terms',
  );
  // Its cards carry no auto-link flag, so that the whole items are asked for.
  expect(pathWith('/api/glossary', listParams(glossary, {}))).toBe('/api/glossary?limit=50');
  expect(pagesOf(101)).toBe(3);
  expect(pagesOf(101, TERM_LIST)).toBe(1);
});

it('A3.02 names and describes a card by the fields of the specification', () => {
  const named = registry.map(({ name, title, body }) => [name, [title, body]]);
  expect(Object.fromEntries(named)).toMatchObject({
    faq: ['question', 'answer'],
    glossary: ['term', 'definition'],
    features: ['name', 'description'],
    vendors: ['name', 'description'],
    services: ['title', 'description'],
    types: ['title', 'description'],
    'service-providers': ['name', 'description'],
  });
});

it('A3.09 puts fields of providers and search terms on one view, of the six others on Content and SEO', () => {
  const hasSeo = (name: string) => {
    const collection = registry.find((one) => one.name === name);
    return collection && gridFieldsOf(collection).some(([, { tab }]) => tab === 'seo');
  };
  for (const name of ['faq', 'glossary', 'features', 'vendors', 'services', 'types'])
    expect([name, hasSeo(name)]).toEqual([name, true]);
  for (const name of ['service-providers', 'search-terms', 'cta-banners', 'redirects'])
    expect([name, hasSeo(name)]).toEqual([name, false]);
});

it('A3.02 A3.04 puts on a card what the spec names', () => {
  const entry = stored({ category: 'Tax', displayOrder: 4, slug: 'a-b' });
  expect(factsOf(faq, entry)).toEqual([
    { label: 'Category', value: 'Tax' },
    { label: 'Order', value: '4' },
    { label: 'Slug', value: 'a-b' },
  ]);
  const term = stored({ targetPage: '/faq', searchVolume: 0, currentRanking: null });
  expect(factsOf(searchTerms, term).map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Target page /faq',
    'Volume 0',
    'Difficulty —',
    'Page title —',
    'Current ranking —',
    'Target ranking —',
  ]);
});

it('A3.03 calls items Published or Draft, providers and terms Active or Inactive', () => {
  expect(statusWords(faq)).toMatchObject({ on: 'Published', off: 'Draft' });
  expect(statusWords(serviceProviders)).toMatchObject({ on: 'Active', off: 'Inactive' });
  expect(statusWords(redirects)).toBeNull();
});

it('A14.02 A1.11 reads a failure: status and body, the server’s own words, its fields', () => {
  expect(messageOf(new ApiError(500, 'Internal Server Error', 'boom'))).toBe('500: boom');
  expect(messageOf(new ApiError(502, 'Bad Gateway', ''))).toBe('502: Bad Gateway');
  const body = JSON.stringify({ message: 'Please correct 1 field', fields: { slug: 'Taken' } });
  const problem = new ApiError(400, 'Bad Request', body);
  expect(messageOf(problem)).toBe('400: Please correct 1 field');
  expect(serverMessage(problem)).toBe('Please correct 1 field');
  expect(fieldErrorsOf(problem)).toEqual({ slug: 'Taken' });
  expect(changedItemOf(problem)).toBeNull();
  const changed = new ApiError(412, '', JSON.stringify({ current: { id: 1, version: 3 } }));
  expect(changedItemOf(changed)).toEqual({ id: 1, version: 3 });
});

it('PROMISE 15 says what each version changed, and restores under its own number', () => {
  const revision = (version: number, data: Record<string, unknown>): Revision => ({
    id: version,
    itemId: 1,
    collection: 'faq',
    version,
    action: 'update',
    title: '',
    data,
    userEmail: 'editor@example.com',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const history = historyOf(faq, stored({ version: 3, question: 'C', answer: 'x' }), [
    revision(2, { question: 'B', answer: 'x' }),
    revision(1, { question: 'B', answer: 'w' }),
  ]);
  expect(
    history.map(({ version, revisionId, changes }) => [
      version,
      revisionId,
      ...changes.map(({ label, before, after }) => `${label}: ${before} > ${after}`),
    ]),
  ).toEqual([
    [3, null, 'Question: B > C'],
    [2, 2, 'Answer: w > x'],
    [1, 1],
  ]);
});
