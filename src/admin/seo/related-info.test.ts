import { expect, it } from 'vitest';
import { addProposals } from './related-info-editor.tsx';

const row = (url: string) => ({ title: url, source: 's', description: 'd', url });

it('P3.07 keeps what an editor has and adds only new addresses', () => {
  expect(addProposals([row('/a')], [row('/a'), row('/b')])).toEqual([row('/a'), row('/b')]);
});
