import { expect, it } from 'vitest';
import { addProposals, changeRow, readRows, removeRow, rowsPatch } from './related-info-editor.tsx';

const row = (url: string) => ({ title: url, source: 's', description: 'd', url });

it('P3.07 keeps what an editor has and adds only new addresses', () => {
  expect(addProposals([row('/a')], [row('/a'), row('/b')])).toEqual([row('/a'), row('/b')]);
});

it('P3.07 stores nothing instead of an empty list', () => {
  expect(rowsPatch(removeRow([row('/a')], 0))).toEqual({ relatedInfoCache: null });
  expect(rowsPatch([row('/a')])).toEqual({ relatedInfoCache: [row('/a')] });
});

it('P3.07 changes one row and leaves the others', () => {
  expect(changeRow([row('/a'), row('/b')], 1, { title: 'B' })).toEqual([
    row('/a'),
    { ...row('/b'), title: 'B' },
  ]);
});

it('P3.07 reads a form that has none', () => {
  expect([readRows({}), readRows({ relatedInfoCache: null })]).toEqual([[], []]);
});
