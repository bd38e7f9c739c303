import { describe, expect, it } from 'vitest';
import { faq } from '#content/faq/faq.collection.ts';
import { ApiError } from '#platform/api-error.ts';
import { type EditorAction, reduce } from './editor-reducer.ts';
import {
  type Call,
  callFor,
  conflictOf,
  type EditorState,
  factsOf,
  keepingWay,
  openForm,
  outcomeOf,
  publishCall,
  type SaveWay,
} from './editor-state.ts';
import { toForm } from './form-values.ts';

const stored = (version: number, question: string, answer = 'Answer') => ({
  id: 7,
  version,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  question,
  answer,
  slug: 'q',
  isPublished: true,
});

const ITEM = stored(3, 'First');

const open = (target: 'live' | 'draft' = 'live'): EditorState =>
  openForm(faq, { base: toForm(faq, ITEM), version: 3, target });

const after = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(reduce, state);

const type = (question: string): EditorAction => ({ type: 'typed', patch: { question } });

/** The state with a save on its way, and the call. */
const sending = (state: EditorState, way: SaveWay = {}): [EditorState, Call] => {
  const call = callFor(state, way);
  return [reduce(state, { type: 'sent', call }), call];
};

const answer = (call: Call, saved = stored(4, String(call.sent.question))): EditorAction => ({
  type: 'stored',
  call,
  saved,
});

/** A failure as the screen hands it on. */
const failure = (state: EditorState, call: Call, error: unknown): EditorAction => ({
  type: 'failed',
  call,
  error,
  conflict: conflictOf(state, error, call),
});

const NETWORK = new TypeError('Failed to fetch');
const answerOf = (status: number, body: object) => new ApiError(status, '', JSON.stringify(body));
const INVALID = answerOf(400, { message: 'No', fields: { question: 'Question is too long' } });
const changedTo = (current: object, isDraft = false) => answerOf(412, { current, isDraft });

describe('a response that comes too late', () => {
  it('changes nothing after the form was closed, and closes or follows nothing', () => {
    const [saving, call] = sending(after(open(), type('Second')));
    const closed = after(saving, { type: 'closed' });
    expect(closed.name).toBe('closed');
    for (const late of [answer(call), failure(closed, call, NETWORK), type('Third')])
      expect(reduce(closed, late)).toBe(closed);
    expect(outcomeOf(closed, call, true)).toMatchObject({
      closes: false,
      followsCreated: false,
      isAllStored: true,
    });
  });

  it('does not drop the kept copy of text that was typed before closing', () => {
    const [saving, call] = sending(after(open(), type('Second')));
    const closed = after(saving, type('Third'), { type: 'closed' });
    expect(outcomeOf(closed, call, false).isAllStored).toBe(false);
  });

  it('is ignored when another call is in flight', () => {
    const [first, old] = sending(after(open(), type('Second')));
    const [second] = sending(after(first, failure(first, old, NETWORK)));
    expect(reduce(second, answer(old))).toBe(second);
    expect(reduce(second, { type: 'declined', call: old })).toBe(second);
  });

  it('opens anew where a component is mounted twice', () => {
    const closed = after(open(), type('Second'), { type: 'closed' });
    expect(after(closed, { type: 'opened' })).toMatchObject({ name: 'dirty', call: null });
  });
});

describe('a conflict', () => {
  const conflicting = () => {
    const [saving, call] = sending(after(open(), type('Mine')));
    return after(saving, failure(saving, call, changedTo(stored(9, 'Theirs', 'New answer'))));
  };

  it('holds both texts and lets nothing be sent', () => {
    const state = conflicting();
    expect(state).toMatchObject({
      name: 'conflict',
      conflict: { of: 'live', stays: false, mine: { question: 'Mine' }, current: { version: 9 } },
      values: { question: 'Mine' },
      base: { question: 'First' },
      failure: null,
    });
    expect(sending(state)[0]).toBe(state);
  });

  it('take mine: my text is saved over their version', () => {
    const merged = { ...conflicting().values, question: 'Mine', answer: 'New answer' };
    const state = after(conflicting(), { type: 'resolved', merged });
    expect(state).toMatchObject({ name: 'dirty', conflict: null, values: merged, version: 9 });
    expect(callFor(state, {})).toMatchObject({ version: 9, sent: merged, to: 'live' });
  });

  it('take theirs: nothing is left to save', () => {
    const merged = toForm(faq, stored(9, 'Theirs', 'New answer'));
    const state = after(conflicting(), { type: 'resolved', merged });
    expect(state).toMatchObject({ name: 'idle', values: { question: 'Theirs' }, version: 9 });
  });

  it('back to my text: it is as dirty as before, over the old version', () => {
    const state = after(conflicting(), { type: 'gaveUp' });
    expect(state).toMatchObject({ name: 'dirty', values: { question: 'Mine' }, version: 3 });
    expect(reduce(state, { type: 'gaveUp' })).toBe(state);
    expect(reduce(state, { type: 'resolved', merged: {} })).toBe(state);
  });

  it('of a call beside the form is of the draft, of its base or of the item, and keeps the form open', () => {
    const current = stored(9, 'Theirs');
    const of = (target: 'live' | 'draft', isDraft: boolean) =>
      conflictOf(open(target), changedTo(current, isDraft), null);
    expect(of('draft', true)).toMatchObject({ of: 'draft', stays: true });
    expect(of('draft', false)).toMatchObject({ of: 'base', stays: true });
    expect(of('live', false)).toMatchObject({ of: 'live', stays: true });
    expect(conflictOf(open(), INVALID, null)).toBeNull();
    const conflict = of('draft', false);
    if (!conflict) throw new Error('no conflict');
    const state = after(open('draft'), { type: 'conflicted', conflict });
    expect(state.name).toBe('conflict');
    const [saving] = sending(after(open(), type('Mine')));
    expect(reduce(saving, { type: 'conflicted', conflict })).toBe(saving);
  });
});

describe('publishing', () => {
  const publishing = () => {
    const [saving, step] = sending(after(open('draft'), type('Second')), {
      to: 'draft',
      stays: true,
      isStep: true,
    });
    const ready = after(saving, answer(step));
    const call = publishCall(ready);
    return { step, call, state: reduce(ready, { type: 'sent', call }) };
  };

  it('stores the draft first, silently, then makes it live and closes', () => {
    const { step, call, state } = publishing();
    expect(step).toMatchObject({ to: 'draft', isStep: true, stays: true });
    expect(state).toMatchObject({ name: 'publishing', target: 'draft', version: 4 });
    expect(outcomeOf(state, call, false)).toMatchObject({ closes: true, isHeldOpen: false });
    expect(after(state, answer(call, stored(5, 'Second')))).toMatchObject({
      name: 'idle',
      target: 'live',
      version: 5,
    });
  });

  it('that fails keeps the draft and what was typed meanwhile', () => {
    const { call, state } = publishing();
    const typed = after(state, type('Third'));
    expect(after(typed, failure(typed, call, answerOf(409, { message: 'No' })))).toMatchObject({
      name: 'dirty',
      target: 'draft',
      version: 4,
      base: { question: 'Second' },
      values: { question: 'Third' },
    });
    expect(after(typed, failure(typed, call, NETWORK)).name).toBe('offline');
    // Everything is stored: nothing waits for the server.
    expect(after(state, failure(state, call, NETWORK))).toMatchObject({ name: 'idle' });
  });

  it('over a live version that changed asks which text stays, and stores the draft on it', () => {
    const { call, state } = publishing();
    const conflict = after(state, failure(state, call, changedTo(stored(8, 'Theirs'))));
    expect(conflict.conflict).toMatchObject({ of: 'publish', stays: false });
    const merged = { ...conflict.values, question: 'Merged' };
    const resolved = after(conflict, { type: 'resolved', merged });
    expect(resolved).toMatchObject({ name: 'dirty', version: 4, target: 'draft', values: merged });
    const ofDraft = after(state, failure(state, call, changedTo(stored(6, 'Theirs'), true)));
    expect(ofDraft.conflict).toMatchObject({ of: 'draft' });
  });
});

describe('ways to save', () => {
  it('names version, place and text of each', () => {
    const live = after(open(), type('Second'));
    const draft = after(open('draft'), type('Second'));
    expect(callFor(live, { to: 'draft' })).toMatchObject({ over: 'live', to: 'draft' });
    expect(callFor(draft, {})).toMatchObject({ over: 'draft', to: 'draft', version: 3 });
    expect(callFor(live, { asNew: true })).toMatchObject({ version: null, asNew: true });
    expect(keepingWay(live, ITEM)).toMatchObject({ to: 'draft', stays: true });
    // Hidden from readers already, it is stored in place.
    const hidden = after(live, { type: 'typed', patch: { isPublished: false } });
    expect(keepingWay(hidden, ITEM)).toMatchObject({ to: 'live', stays: true });
    const based = callFor(draft, { to: 'draft', stays: true, baseVersion: 8 });
    expect(based).toMatchObject({ baseVersion: 8, stays: true });
  });

  it('knows when a save takes the item off the site, and forgets the redirect after it', () => {
    const leaving = after(open(), { type: 'typed', patch: { isPublished: false } });
    expect(factsOf(leaving, ITEM)).toMatchObject({ isLeaving: true, canDraft: false });
    expect(factsOf(leaving, null)).toMatchObject({ isNew: true, isLeaving: false });
    const led = after(leaving, { type: 'redirected', to: '/faq/other' });
    const [saving, call] = sending(led);
    expect(outcomeOf(saving, call, false).isLeaving).toBe(true);
    const hidden = { ...stored(4, 'First'), isPublished: false };
    expect(after(saving, answer(call, hidden)).redirectTo).toBe('');
  });

  it('names the text that a call beside the form is about', () => {
    expect(factsOf(open(), ITEM).seen).toEqual({ version: 3, draftVersion: 0 });
    expect(factsOf(open('draft'), ITEM).seen).toEqual({ draftVersion: 3 });
  });
});
