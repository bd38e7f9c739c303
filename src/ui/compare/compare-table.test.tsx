import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Building2, Coins, LayoutGrid } from '../icons.tsx';
import { isListLabel, readList, rowDiffers } from './compare-model.ts';
import { CompareTable } from './compare-table.tsx';

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
    expect(rowDiffers({ label: 'Pricing', values: ['$1', undefined] })).toBe(true);
  });
});

describe('table', () => {
  const html = renderToStaticMarkup(
    <CompareTable
      caption="A and B compared"
      vendors={[{ name: 'A', href: '/vendors/a' }, { name: 'B' }]}
      groups={[
        { name: 'Company Overview', rows: [{ label: 'Founded', values: [2009, 2009] }] },
        { name: 'Requirements & Pricing', rows: [{ label: 'Pricing', values: ['$1', ''] }] },
        { name: 'Core Features', rows: [{ label: 'Features', values: [['X'], []] }] },
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
    expect(html.match(/\(differs\)/g)).toHaveLength(2);
    expect(html).toContain('2 of 3 rows differ');
    expect(html.match(/<tbody[^>]*data-differs="false"/g)).toHaveLength(1);
  });
  it('has a caption, scoped headers and a named switch', () => {
    expect(html).toContain('<caption class="sr-only">A and B compared</caption>');
    expect(html.match(/scope="col"/g)).toHaveLength(3);
    expect(html.match(/scope="row"/g)).toHaveLength(3);
    expect(html).toMatch(/<label for="([^"]+)"[^>]*><input id="\1" type="checkbox" role="switch"/);
  });
});
