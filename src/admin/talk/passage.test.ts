import { describe, expect, it } from 'vitest';
import { findPassage } from './passage.ts';

const passage = { quote: 'the ledger', before: 'First ', after: ' is kept' };

const wordsAt = (text: string, one = passage) => {
  const found = findPassage(text, one);
  return found && text.slice(found.from, found.to);
};

describe('a passage', () => {
  it('is found again after edits around it, whatever marks and line breaks came in between', () => {
    expect(wordsAt('Quite other words, and the ledger.')).toBe('the ledger');
    expect(wordsAt('It was **The**\n*ledger* that')).toBe('The**\n*ledger');
    expect(wordsAt('See [the](/glossary/x-y) ledger')).toBe('the](/glossary/x-y) ledger');
  });

  it('is told from the same words elsewhere by the words around it', () => {
    const text = 'Then the ledger was lost. First the ledger is kept. Last the ledger went.';
    expect(findPassage(text, passage)?.from).toBe(text.indexOf('the ledger is kept'));
  });

  it('is not there when its words are not, or when it has none', () => {
    expect(wordsAt('The led ger is a lodger')).toBe('The led ger');
    expect(wordsAt('The lodger is kept')).toBeNull();
    expect(findPassage('— … —', { ...passage, quote: '…' })).toBeNull();
  });

  it('has its place in letters that fold to several', () => {
    const text = 'Die ﬁne Straße, the ledger';
    expect(wordsAt(text)).toBe('the ledger');
  });
});
