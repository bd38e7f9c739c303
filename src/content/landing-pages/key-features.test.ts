import { expect, it } from 'vitest';
import { splitKeyFeatures } from './landing-pages.service.server.ts';

const CONTENT = `Intro

## Key Features to Look For

- **One** ledger
- Two [books](/x)

## Questions

- not a feature`;

it('P15.08 takes the lines that start with a dash under the heading', () => {
  expect(splitKeyFeatures(CONTENT).features).toEqual(['One ledger', 'Two books']);
});

it('P15.09 ends the list at the next heading and takes the part out of the content', () => {
  const { before, after, notes } = splitKeyFeatures(CONTENT);
  expect(before).toBe('Intro');
  expect(after).toBe('## Questions\n\n- not a feature');
  expect(notes).toBe('');
});

it.each([
  '## Overview\n\n- a',
  'Key Features to Look For\n\n- a',
  '```\n## Key Features to Look For\n- a\n```',
  '## Key Features to Look For\n\nOnly prose.\n\n## Next\n\n- a',
  '',
])('P15.08 leaves %j whole', (content) => {
  expect(splitKeyFeatures(content)).toEqual({
    before: content,
    after: '',
    features: [],
    notes: '',
  });
});

it('P15.08 is null-safe, and reads the heading at any level and with Windows lines', () => {
  expect(splitKeyFeatures(null).features).toEqual([]);
  const { before, features } = splitKeyFeatures(
    'a\r\n\r\n### key features to look for:\r\n- x\r\n- y\r\n',
  );
  expect([before, features]).toEqual(['a', ['x', 'y']]);
});

it('P15.09 keeps the other text of that part, and lines that go on with an item', () => {
  const split = splitKeyFeatures(
    '# Key Features to Look For\n\nMost offices ask for:\n\n- one\n  goes on\n- two\n\nAnd more.',
  );
  expect(split.features).toEqual(['one goes on', 'two']);
  expect(split.notes).toBe('Most offices ask for:\n\n\nAnd more.');
});
