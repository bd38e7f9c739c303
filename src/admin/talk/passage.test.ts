import { describe, expect, it } from 'vitest';
import { findPassage, wordsOf } from './passage.ts';

const passage = { quote: 'the ledger', before: 'First ', after: ' is kept' };

const wordsAt = (text: string, one = passage) => {
  const found = findPassage(text, one);
  return found && text.slice(found.from, found.to);
};

describe('a passage', () => {
  it('is found again after edits around it, whatever marks and line breaks came in between', () => {
    expect(wordsAt('Quite other words, and first the ledger.')).toBe('the ledger');
    expect(wordsAt('It was **The**\n*ledger* is kept')).toBe('The**\n*ledger');
    expect(wordsAt('First [the](/glossary/x-y) ledger')).toBe('the](/glossary/x-y) ledger');
  });

  it('is told from the same words elsewhere by the words around it', () => {
    const text = 'Then the ledger was lost. First the ledger is kept. Last the ledger went.';
    expect(findPassage(text, passage)?.from).toBe(text.indexOf('the ledger is kept'));
  });

  it('is not there when its words are not, or when it has none', () => {
    expect(wordsAt('First the led ger is a lodger')).toBe('the led ger');
    expect(wordsAt('The lodger is kept')).toBeNull();
    expect(wordsAt('First is kept')).toBeNull();
    expect(findPassage('— … —', { ...passage, quote: '…' })).toBeNull();
  });

  it('has its place in letters that fold to several', () => {
    const text = 'Die ﬁne Straße, first the ledger';
    expect(wordsAt(text)).toBe('the ledger');
  });

  it('keeps its place when its own words are mended, and says that they were', () => {
    const text = 'First the lodger is kept. Then the rest.';
    expect(findPassage(text, passage)).toEqual({ from: 6, to: 16, isEdited: true });
    expect(findPassage('First the ledger is kept', passage)?.isEdited).toBe(false);
    expect(wordsAt('First the long and quite other tale is kept')).toBeNull();
    const title = { quote: 'Old ledger', before: '', after: '' };
    expect(findPassage('New ledger', title)).toEqual({ from: 0, to: 10, isEdited: true });
  });

  it('that was deleted does not move to the same few words elsewhere, and a long one is found anywhere', () => {
    expect(wordsAt('The rest. Elsewhere the ledger went missing.')).toBeNull();
    const long = { ...passage, quote: 'the ledger of the whole family' };
    expect(wordsAt('So: the ledger of the whole family.', long)).toBe(long.quote);
    expect(wordsAt('So: the ledger.', { ...passage, before: '', after: '' })).toBe('the ledger');
  });

  it('is looked for in lists and rows too', () => {
    const rows = [{ question: 'First the ledger is kept?', isOpen: true }, ['and more']];
    expect(wordsAt(wordsOf(rows))).toBe('the ledger');
    expect(wordsOf(['One', 'Two'])).toBe('One\nTwo');
    expect(wordsOf(null)).toBe('');
  });
});
