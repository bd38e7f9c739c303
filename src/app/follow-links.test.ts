import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { pageOf } from './follow-links.ts';

const link = (attributes: string) =>
  parseHTML(`<a ${attributes}>x</a>`).document.querySelector('a');

it('keeps links to pages inside the app', () => {
  for (const href of [
    '/',
    '/vendors',
    '/vendors/addepar#about',
    '/faq?q=a.b',
    '/glossary?letter=A',
  ]) {
    expect(pageOf(link(`href="${href}"`)), href).toBe(href);
  }
});

it('leaves other sites, files, the API and new tabs to the browser', () => {
  const others = ['https://a.b/c', '//a.b', '#x', 'mailto:a@b.c', 'vendors'];
  const files = ['/feed.xml', '/sitemap.xml?x=1', '/uploads/a', '/api/logout', '/llms.txt'];
  for (const href of [...others, ...files]) {
    expect(pageOf(link(`href="${href}"`)), href).toBeUndefined();
  }
  expect(pageOf(link('href="/vendors" target="_blank"'))).toBeUndefined();
  expect(pageOf(link('href="/vendors" download'))).toBeUndefined();
  expect(pageOf(null)).toBeUndefined();
});
