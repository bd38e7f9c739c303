import { parseHTML } from 'linkedom';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Building2 } from '#ui/icons.tsx';
import { Coins, isListLabel, LayoutGrid, readList, rowDiffers } from './compare-rows.tsx';
import { CompareTable } from './comparison-table.tsx';

describe('model', () => {
  it.each(['Core Features', 'Use Cases', 'Integrations', 'Support Options'])(
    'P13.05 shows %s as a list',
    (label) => expect(isListLabel(label)).toBe(true),
  );
  it('P13.05 shows other labels as text', () => {
    expect(isListLabel('Pricing')).toBe(false);
  });
  it('P13.06 reads lists and comma-separated text', () => {
    expect(readList(['A', ' B '])).toEqual(['A', 'B']);
    expect(readList('A, B,, C')).toEqual(['A', 'B', 'C']);
    expect(readList(null)).toEqual([]);
  });
  it('a row differs by content, not by order, case or kind of blank', () => {
    expect(rowDiffers({ label: 'Features', values: [['A', 'b'], 'B, a'] })).toBe(false);
    expect(rowDiffers({ label: 'Pricing', values: ['', null] })).toBe(false);
    expect(rowDiffers({ label: 'Founded', values: ['2009', ' 2009'] })).toBe(false);
    expect(rowDiffers({ label: 'Pricing', values: ['$1', '$2'] })).toBe(true);
  });
  it('COMPARE what is unknown differs from nothing, in facts and lists as in evidence', () => {
    expect(rowDiffers({ label: 'Pricing', values: ['$1', undefined] })).toBe(false);
    expect(rowDiffers({ label: 'Features', values: [['A'], [], ['a']] })).toBe(false);
    expect(rowDiffers({ label: 'General Ledger', values: ['documented', null] })).toBe(false);
    expect(rowDiffers({ label: 'General Ledger', values: ['documented', null, 'absent'] })).toBe(
      true,
    );
  });
});

const view = { search: {}, onSearch: () => undefined };

describe('table', () => {
  const html = renderToStaticMarkup(
    <CompareTable
      {...view}
      caption="A and B compared"
      vendors={[
        { slug: 'a', name: 'A' },
        { slug: 'b', name: 'B' },
      ]}
      groups={[
        { name: 'Company Overview', rows: [{ label: 'Founded', values: ['2009', '2009'] }] },
        { name: 'Requirements & Pricing', rows: [{ label: 'Pricing', values: ['$1', ''] }] },
        {
          name: 'Core Features',
          rows: [
            { label: 'Features', values: [['X'], []] },
            { label: 'Use Cases', values: [['X'], ['Y']] },
          ],
        },
      ]}
    />,
  );

  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  const rows = [...document.querySelectorAll('tbody tr')];
  const headed = (label: string) =>
    rows.find((row) => row.querySelector('th')?.textContent?.startsWith(label));

  it('P13.05 shows lists as badges and the rest as text, and fills empty cells of both', () => {
    const cellsOf = (label: string) =>
      [...(headed(label)?.querySelectorAll('td') ?? [])].map((cell) => [
        cell.textContent,
        cell.querySelectorAll('ul li').length,
      ]);
    expect(cellsOf('Pricing')).toEqual([
      ['$1', 0],
      ['Not specified', 0],
    ]);
    expect(cellsOf('Features')).toEqual([
      ['X', 1],
      ['None specified', 0],
    ]);
  });
  it.each([
    ['Company Overview', Building2],
    ['Requirements & Pricing', Coins],
    ['Core Features', LayoutGrid],
  ] as const)('P13.07 draws an icon of its own beside %s', (name, Icon) => {
    const own = parseHTML(renderToStaticMarkup(<Icon />)).document.querySelector('svg');
    expect(own?.innerHTML).toContain('<');
    expect(headed(name)?.querySelector('svg')?.innerHTML).toBe(own?.innerHTML);
  });
  it('marks differing rows for eyes and ears, and counts them', () => {
    expect(html.match(/\(differs\)/g)).toHaveLength(1);
    expect(html).toContain('1 of 4 rows differ, 2 known of one side only');
    expect(html.match(/<tbody[^>]*data-differs="false"/g)).toHaveLength(2);
  });
  it('has a caption, scoped headers and a named switch', () => {
    expect(html).toContain('<caption class="sr-only">A and B compared</caption>');
    expect(html.match(/scope="col"/g)).toHaveLength(3);
    expect(html.match(/scope="row"/g)).toHaveLength(4);
    expect(html).toMatch(/<label for="([^"]+)"[^>]*><input id="\1" type="checkbox" role="switch"/);
  });
});

describe('a table of three', () => {
  const draw = (left: string, right: string) =>
    renderToStaticMarkup(
      <CompareTable
        caption="A, B and C compared"
        vendors={['A', 'B', 'C'].map((name) => ({ slug: name, name }))}
        groups={[
          {
            name: 'Ledger',
            rows: [
              {
                label: 'Books',
                feature: { slug: 'books', name: 'Books' },
                values: ['documented', 'documented', 'absent'],
              },
              {
                label: 'Close',
                feature: { slug: 'close', name: 'Close' },
                values: [null, null, 'documented'],
              },
              {
                label: 'Budget',
                feature: { slug: 'budget', name: 'Budget' },
                values: [null, null, null],
              },
            ],
          },
        ]}
        {...view}
        search={{ only: ['differences'], left, right }}
      />,
    );

  it('COMPARE tells rows that differ and rows of one side, of all columns, whichever a phone shows', () => {
    const html = draw('A', 'B');
    expect(html).toMatch(/<tr data-differs="true" data-one-side="false">.*Books/);
    expect(html).toMatch(/<tr data-differs="false" data-one-side="true">.*Close/);
    expect(html).toContain('1 of 3 rows differ, 1 known of one side only');
  });
  it('COMPARE folds what nobody confirms to its name', () => {
    const html = draw('A', 'B');
    expect(html).toContain('1 not confirmed for any');
    const [table = '', folded = ''] = html.split('compare-folded');
    expect([table.includes('Budget'), folded.includes('Budget')]).toEqual([false, true]);
    expect(folded).not.toContain('<td');
  });
  it('COMPARE says so where no row differs, or none is known of one side', () => {
    const html = renderToStaticMarkup(
      <CompareTable
        {...view}
        caption="A, B and C compared"
        vendors={['A', 'B', 'C'].map((name) => ({ slug: name, name }))}
        groups={[{ name: 'Ledger', rows: [{ label: 'Close', values: ['x', null, 'x'] }] }]}
      />,
    );
    expect(html).toContain('data-one-side="false"');
    expect(html).toMatch(/compare-all-same[^>]*>No row of this comparison differs\./);
    expect(html).toMatch(/compare-no-side[^>]*>No row of this comparison is known of one side/);
  });
});
