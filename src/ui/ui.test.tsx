import { renderToStaticMarkup as render } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BadgeList } from './badge.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ButtonLink } from './button.tsx';
import { Card } from './card.tsx';
import { isFigure } from './description-list.tsx';
import { Disclosure } from './disclosure.tsx';
import { LazySection } from './lazy-section.tsx';
import { openDelay } from './link-previews.tsx';
import { Logo } from './logo.tsx';
import { listPages, Pagination } from './pagination.tsx';
import { ErrorScreen, LoadingScreen, NotFoundScreen } from './screens.tsx';
import { SearchField } from './search-field.tsx';
import { Select } from './select.tsx';
import { SkeletonCards } from './skeleton.tsx';
import { parseTheme, themeScript } from './theme.ts';
import { hasFailed } from './use-image.ts';

describe('links', () => {
  it('an external button is safe and says that it opens a tab', () => {
    const link = render(
      <ButtonLink external href="https://a.b">
        Visit Website
      </ButtonLink>,
    );
    expect(link).toContain('target="_blank" rel="noopener noreferrer"');
    expect(link).toContain('(opens in a new tab)');
  });
});

describe('lists', () => {
  it('P2.22 shows the first items and +N more, and no +0', () => {
    expect(render(<BadgeList items={['a', 'b', 'c', 'd', 'e']} max={2} />)).toContain('+3 more');
    expect(render(<BadgeList items={['a', 'b']} max={2} />)).not.toContain('more');
  });
  it('names a card action after its card', () => {
    const html = render(<Card href="/news/a" title="Title" action="Read More" />);
    expect(html).toContain('<span class="sr-only">: Title</span>');
    expect(html.match(/href="\/news\/a"/g)).toHaveLength(2);
  });
  it('P11.02 shows six skeleton cards by default', () => {
    expect(render(<SkeletonCards />).match(/data-skeleton-card/g)).toHaveLength(6);
  });
  it('prints ends, neighbors and gaps of many pages', () => {
    expect(listPages(1, 1)).toEqual([1]);
    expect(listPages(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
    expect(listPages(3, 5)).toEqual([1, 2, 3, 4, 5]);
  });
  it('pages are links with rel prev and next', () => {
    const html = render(<Pagination page={2} pages={3} hrefFor={(page) => `/news?page=${page}`} />);
    expect(html).toMatch(/rel="prev" href="\/news\?page=1"/);
    expect(html).toMatch(/rel="next" href="\/news\?page=3"/);
    expect(html).toMatch(/aria-label="Page 2" aria-current="page"/);
    expect(render(<Pagination page={1} pages={1} hrefFor={String} />)).toBe('');
  });
});

describe('screens', () => {
  it('P1.10 the error screen has the texts and the button', () => {
    const html = render(<ErrorScreen />);
    expect(html).toContain('Something went wrong');
    expect(html).toContain(
      'We&#x27;re sorry, but something unexpected happened. Please try refreshing the page.',
    );
    expect(html).toMatch(/<button[^>]*>Refresh Page<\/button>/);
  });
  it('P1.11 the loading screen fills the screen and says Loading', () => {
    const html = render(<LoadingScreen />);
    expect(html).toContain('fixed inset-0');
    expect(html).toContain('Loading');
  });
  it('P1.14 a not-found screen carries overline, one h1, text and ways on', () => {
    const html = render(
      <NotFoundScreen
        overline="404 Page Not Found"
        heading="Landing Page Not Found"
        text="Gone."
        actions={[{ href: '/', label: 'Return Home' }]}
      />,
    );
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('404 Page Not Found');
    expect(html).toMatch(/<a[^>]* href="\/"[^>]*>Return Home<\/a>/);
  });
});

describe('controls', () => {
  it('every field has a label of its own', () => {
    for (const html of [
      render(<SearchField label="Search" name="q" />),
      render(<Select label="Market" options={[{ value: '', label: 'All', count: 3 }]} />),
    ]) {
      const id = /<label for="([^"]+)"/.exec(html)?.[1];
      expect(html).toMatch(new RegExp(`<(input|select)[^>]*id="${id}"`));
    }
  });
  it('P2.32 a disclosure is a native details element', () => {
    const html = render(
      <Disclosure title="Q" name="faq">
        A
      </Disclosure>,
    );
    expect(html).toMatch(/<details name="faq"[^>]*><summary/);
  });
  it('the last crumb is the page itself', () => {
    const html = render(<Breadcrumbs items={[{ label: 'Vendors', href: '/v' }, { label: 'A' }]} />);
    expect(html).toContain('aria-label="Breadcrumb"');
    expect(html).toMatch(/aria-current="page"[^>]*>A</);
  });
});

describe('pictures', () => {
  it('P10.08 a logo tries its sources in order, then the initial, then an icon', () => {
    expect(render(<Logo sources={[null, '', '/b.png', '/c.png']} name="x" />)).toContain('/b.png');
    expect(render(<Logo sources={[]} name=" addepar" />)).toMatch(/"initial".*>A</);
    const marks = ['Addepar', 'Altoo', 'Asora', 'Arch'].map((name) =>
      render(<Logo sources={[]} name={name} />),
    );
    expect(new Set(marks).size).toBe(4);
    expect(render(<Logo sources={[null]} />)).toContain('data-logo-fallback="icon"');
  });
  it('a failure before hydration is seen', () => {
    expect(hasFailed({ complete: true, naturalWidth: 0 })).toBe(true);
    expect(hasFailed({ complete: false, naturalWidth: 0 })).toBe(false);
    expect(hasFailed({ complete: true, naturalWidth: 5 })).toBe(false);
  });
});

describe('behavior', () => {
  it('P22.11 a lazy section renders its content on the server', () => {
    expect(render(<LazySection placeholder="wait">content</LazySection>)).toContain('content');
  });
  it('P26.01 previews wait 700 ms, and not at all within 300 ms of another', () => {
    expect(openDelay(1000, null)).toBe(700);
    expect(openDelay(1000, 701)).toBe(0);
    expect(openDelay(1000, 700)).toBe(700);
  });
  it('a stored theme is one of three', () => {
    expect([parseTheme('dark'), parseTheme('light'), parseTheme('x'), parseTheme(null)]).toEqual([
      'dark',
      'light',
      'system',
      'system',
    ]);
    expect(themeScript).toContain("localStorage.getItem('theme')");
  });
  it('tells amounts from sentences', () => {
    for (const value of [2009, '2009', '$100M+', '$0.5bn – 1bn', '1,200'])
      expect(isFigure(value)).toBe(true);
    for (const value of ['On request', '400+ clients', null]) expect(isFigure(value)).toBe(false);
  });
});
