import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Building2 } from '#ui/icons.tsx';
import { isListLabel, readList, rowDiffers } from './compare-model.ts';
import { CompareTable } from './compare-table.tsx';
import { Coins, LayoutGrid } from './icons.ts';

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
    expect(rowDiffers({ label: 'Founded', values: [2009, '2009'] })).toBe(false);
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

describe('table', () => {
  const html = renderToStaticMarkup(
    <CompareTable
      caption="A and B compared"
      vendors={[
        { id: 'a', name: 'A', href: '/vendors/a' },
        { id: 'b', name: 'B' },
      ]}
      groups={[
        { name: 'Company Overview', rows: [{ label: 'Founded', values: [2009, 2009] }] },
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

  it('P13.05 fills empty cells', () => {
    expect(html).toContain('Not specified');
    expect(html).toContain('None specified');
  });
  it.each(Object.entries({ Building2, Coins, LayoutGrid }))(
    'P13.07 draws the icon %s',
    (_, Icon) => {
      const [, drawing = ''] = /<svg[^>]*>(.+)<\/svg>/.exec(renderToStaticMarkup(<Icon />)) ?? [];
      expect(drawing).toContain('<');
      expect(html).toContain(drawing);
    },
  );
  it('marks differing rows for eyes and ears, and counts them', () => {
    expect(html.match(/\(differs\)/g)).toHaveLength(1);
    expect(html).toContain('1 of 4 rows differ');
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
  const draw = (narrow: [number, number]) =>
    renderToStaticMarkup(
      <CompareTable
        caption="A, B and C compared"
        vendors={['A', 'B', 'C'].map((name) => ({ id: name, name }))}
        groups={[
          {
            name: 'Ledger',
            hasLevels: true,
            rows: [
              { label: 'Books', values: ['documented', 'documented', 'absent'] },
              { label: 'Close', values: [null, null, 'documented'] },
            ],
          },
        ]}
        view={{ onlyDifferences: true, hidesUnconfirmed: false, narrow }}
      />,
    );

  it('COMPARE tells rows that differ in the two columns of a phone from those that differ in hidden ones', () => {
    const html = draw([0, 1]);
    expect(html).toMatch(/<tr data-differs="wide" data-filled="true">.*Books/);
    expect(html).toMatch(/<tr data-differs="false" data-filled="wide">.*Close/);
    expect(html).toContain('<span class="on-wide">1 of 2 rows differ</span>');
    expect(html).toContain('<span class="on-narrow">0 of 2 rows differ</span>');
    expect(html).toContain('Hide 1 that neither confirms');
    expect(html).toContain('No row differs between these two columns.');
  });
  it('COMPARE says it once when both widths agree', () => {
    const html = draw([1, 2]);
    expect(html).toMatch(/<tr data-differs="true" data-filled="true">.*Books/);
    expect(html).not.toMatch(/on-wide|on-narrow/);
    expect(html).toContain('1 of 2 rows differ');
  });
});
