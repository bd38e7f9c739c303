import { expect, it } from 'vitest';
import { collectionNamed, provideCollections } from '#admin/collections.ts';
import { analyseSeo } from '#admin/seo/analyser.ts';
import { registry } from '#content/index.ts';
import { countMarkdownWords } from '#platform/text/count-words.ts';
import { bodyOf, subjectOf, titleOf } from './seo-subject.ts';

provideCollections(registry);

const find = (name: string) => {
  const collection = collectionNamed(name);
  if (!collection) throw new Error(`No ${name}`);
  return collection;
};
const news = find('news');

it.each([
  ['faq', 'question', 'answer'],
  ['glossary', 'term', 'definition'],
  ['pages', 'title', 'content'],
  ['vendors', 'name', 'description'],
])('A10.02 of %s takes %s for the title and %s for the body', (name, title, body) => {
  const values = { [title]: 'A title', [body]: 'A body' };
  expect([titleOf(find(name), values), bodyOf(find(name), values)]).toEqual(['A title', 'A body']);
});

it('A10.03 finds nothing in blank fields', () => {
  const blank = { title: '  ', content: null, description: '' };
  expect([titleOf(find('pages'), blank), bodyOf(find('pages'), blank)]).toEqual(['', '']);
});

it('A10.01 reads an article in its rewritten words, and its original ones without them', () => {
  const original = { title: 'Old', originalContent: 'Old text' };
  const rewritten = { ...original, rewrittenTitle: 'New', rewrittenContent: 'New text' };
  expect([titleOf(news, rewritten), bodyOf(news, rewritten)]).toEqual(['New', 'New text']);
  expect([titleOf(news, original), bodyOf(news, original)]).toEqual(['Old', 'Old text']);
});

it('A10.01 reads all that the page of a vendor shows, and no address', () => {
  const values = {
    name: 'Acme',
    description: 'A ledger.',
    about: 'Founded by bankers.',
    content: 'Shown only without About.',
    website: 'https://acme.example',
    features: ['Reporting', 'Accounting'],
    featuresOverview: 'Both in one place.',
    metaTitle: 'Not on the page',
    gallery: ['/uploads/a.png'],
  };
  expect(bodyOf(find('vendors'), values)).toBe(
    'A ledger.\n\nFounded by bankers.\n\nReporting\n\nAccounting\n\nBoth in one place.',
  );
});

it('A10.04 takes the first paragraph from the text, and not from the short fields before it', () => {
  const values = {
    name: 'Altoo',
    description: 'A platform for wealth.',
    about: 'Altoo was founded in Zug.\n\nMore.',
    metaTitle: 'Altoo, a platform for wealth of whole families',
  };
  const { suggestions } = analyseSeo(subjectOf(find('vendors'), values, 'altoo'));
  expect(suggestions.join()).not.toContain('first paragraph');
  const elsewhere = { ...values, about: 'Founded in Zug.' };
  expect(analyseSeo(subjectOf(find('vendors'), elsewhere, 'altoo')).suggestions).toContain(
    'Use the keyphrase "altoo" in the first paragraph.',
  );
});

it('A10.04 counts the words of a text as its field does', () => {
  const answer = '## A heading\n\nOne [two](/faq) three.';
  const { suggestions } = analyseSeo(subjectOf(find('faq'), { question: 'Q', answer }, 'two'));
  expect(suggestions.join()).toContain(`The text has ${countMarkdownWords(answer)} words`);
});

it('A10.01 reads the sections of a use case', () => {
  const contentSections = [{ id: 'section-1', title: 'Why', content: 'Because.' }];
  expect(bodyOf(find('use-cases'), { description: 'What.', contentSections })).toBe(
    'What.\n\nWhy\n\nBecause.',
  );
});

it('A10.04 judges the alt text only when there is an image', () => {
  expect(subjectOf(news, { imageAlt: 'x' }, '').imageAlt).toBeUndefined();
  expect(subjectOf(news, { imageUrl: '/a.png' }, '').imageAlt).toBe('');
});
