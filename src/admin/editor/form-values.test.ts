import { expect, it } from 'vitest';
import { comparisons } from '#content/comparisons/comparisons.collection.ts';
import { faq } from '#content/faq/faq.collection.ts';
import { registry } from '#content/index.ts';
import { landingPages } from '#content/landing-pages/landing-pages.collection.ts';
import { searchTerms } from '#content/search-terms/search-terms.collection.ts';
import { useCases } from '#content/use-cases/use-cases.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { createSchema } from '#kit/validators.ts';
import {
  cleanLines,
  isChanged,
  isSame,
  parseWhole,
  toBody,
  toForm,
  withAutoSlug,
} from './form-values.ts';

const item = (values: Record<string, unknown>) => ({
  id: 7,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
});

it('A11.01 sends neither the id nor the timestamps nor the version', () => {
  const body = toBody(faq, toForm(faq, item({ question: 'Q' })));
  for (const key of ['id', 'version', 'createdAt', 'updatedAt', 'relatedInfoCachedAt'])
    expect(body).not.toHaveProperty(key);
  expect(body.question).toBe('Q');
});

it.each(registry.map((collection) => [collection.name, collection] as const))(
  'A12.03 A12.05 a new %s starts with its defaults, flags as true or false',
  (_name, collection) => {
    const body = toBody(collection, toForm(collection, null));
    for (const [key, field] of Object.entries(collection.fields)) {
      if (field.server) expect(body).not.toHaveProperty(key);
      else if (field.kind === 'flag') expect(body[key]).toBe(field.default);
    }
    // The server accepts all fields but empty required ones.
    const result = createSchema(collection).safeParse(body);
    const wrong = result.success ? [] : result.error.issues.map(({ path }) => String(path[0]));
    expect(wrong.filter((key) => !collection.fields[key]?.required)).toEqual([]);
  },
);

it('A13.01 A13.02 lets the order fall back to 0 and rankings to null', () => {
  const collection = searchTerms;
  const body = toBody(collection, { displayOrder: '', currentRanking: '', searchVolume: 'abc' });
  expect(body).toMatchObject({ displayOrder: 0, currentRanking: null, searchVolume: null });
  expect(parseWhole('12.7', 0)).toBe(12);
  expect(parseWhole('-3', null)).toBe(-3);
});

it('A3.14 drops blank lines and spaces of lists', () => {
  expect(cleanLines(['  a ', '', '  ', 'b'])).toEqual(['a', 'b']);
  expect(cleanLines(undefined)).toEqual([]);
});

it('A3.12 sees a change, and none where only keys or blank lines moved', () => {
  const collection = vendors;
  const base = toForm(collection, item({ name: 'A', features: ['x'], videos: [{ a: 1, b: 2 }] }));
  expect(isChanged(collection, base, { ...base, features: ['x', ''] })).toBe(false);
  expect(isChanged(collection, base, { ...base, videos: [{ b: 2, a: 1 }] })).toBe(false);
  expect(isChanged(collection, base, { ...base, name: 'B' })).toBe(true);
  expect(isSame(undefined, null)).toBe(true);
});

it('A3.14 sends the parts of a record as fields are sent, and leaves out records that nobody filled in', () => {
  const video = { platform: 'vimeo', url: '', embedId: null, title: '', thumbnail: '' };
  const filled = { ...video, title: 'Tour' };
  expect(toBody(vendors, { videos: [video, filled] }).videos).toEqual([
    { platform: 'vimeo', url: null, embedId: null, title: 'Tour', thumbnail: null },
  ]);
  const section = { id: 'section-1', title: 'Why', content: '', order: '', features: ['a', ' '] };
  expect(toBody(useCases, { contentSections: [section] }).contentSections).toEqual([
    { ...section, order: 0, features: ['a'] },
  ]);
  const matrix = [{ name: 'Costs', items: [{ label: '', vendorA: null, vendorB: '' }] }];
  expect(toBody(comparisons, { comparisonMatrix: matrix }).comparisonMatrix).toEqual([
    { name: 'Costs', items: [] },
  ]);
  expect(toBody(comparisons, { comparisonMatrix: [] }).comparisonMatrix).toBe(null);
});

it('31.7 empties a list of references that nobody touched, which JSON would leave out', () => {
  const body = JSON.parse(JSON.stringify(toBody(landingPages, {})));
  expect(body).toMatchObject({ associatedVendorIds: [], associatedFaqIds: [] });
});

it('A4.09 lets the slug follow the title until somebody writes it', () => {
  const collection = faq;
  const typed = withAutoSlug(collection, { question: '', slug: '' }, { question: ' What & why? ' });
  expect(typed.slug).toBe('what-why');
  const byHand = { question: 'What', slug: 'my-own' };
  expect(withAutoSlug(collection, byHand, { question: 'What now' })).toEqual({
    question: 'What now',
  });
});
