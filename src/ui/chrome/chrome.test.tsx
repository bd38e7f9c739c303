import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { greetingName, isCurrent } from './brand.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const links = [
  { href: '/vendors', label: 'Vendors' },
  { href: '/news', label: 'News' },
];
const header = (user: Parameters<typeof SiteHeader>[0]['user']) =>
  renderToStaticMarkup(
    <SiteHeader productName="Product" links={links} path="/news/x" user={user} />,
  );
const footer = (user: Parameters<typeof SiteFooter>[0]['user']) =>
  renderToStaticMarkup(
    <SiteFooter productName="Product" sections={[{ title: 'Research', links }]} user={user} />,
  ).replaceAll('<!-- -->', '');

describe('header', () => {
  it('P1.01 holds the links and marks the current section', () => {
    expect(header(null)).toContain('href="/vendors"');
    expect(header(null)).toMatch(/href="\/news" aria-current="page"/);
  });
  it('P1.03 offers Admin and Logout to a signed-in user only', () => {
    expect(header({ firstName: 'Ada' })).toContain('href="/admin"');
    expect(header({ firstName: 'Ada' })).toContain('href="/api/logout"');
    expect(header(null)).not.toMatch(/admin|logout/i);
  });
  it('P1.04 shows the name in the header', () => {
    expect(header({ email: 'ada@example.com' })).toContain('ada@example.com');
  });
  it('P1.05 has a menu button that opens the navigation without script', () => {
    expect(header(null)).toMatch(/<button[^>]*popoverTarget="site-nav"/i);
    expect(header(null)).toMatch(/<div[^>]* id="site-nav" popover="auto"/);
  });
});

describe('footer', () => {
  it('P1.07 greets by first name, else email, else User', () => {
    expect(footer({ firstName: 'Ada', email: 'a@b.c' })).toContain('Welcome, Ada');
    expect(footer({ email: 'a@b.c' })).toContain('Welcome, a@b.c');
    expect(footer({})).toContain('Welcome, User');
    expect(footer(null)).not.toMatch(/Welcome|Logout/);
  });
  it('P1.08 shows the year 2024', () => {
    expect(footer(null)).toContain('2024');
  });
});

it('P1.07 ignores blank names', () => {
  expect(greetingName({ firstName: '  ', email: null })).toBe('User');
});

it('marks a section on its own pages and not on its namesakes', () => {
  expect(isCurrent('/news', '/news')).toBe(true);
  expect(isCurrent('/news', '/newsletter')).toBe(false);
});
