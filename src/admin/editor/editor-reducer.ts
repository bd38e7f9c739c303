import { type FieldErrors, fieldErrorsOf } from '#admin/api/problems.ts';
import type { AnyItem } from '#kit/collection.ts';
import {
  type Call,
  type Conflict,
  type EditorState,
  isRefusal,
  maySend,
  textAfter,
} from './editor-state.ts';
import type { FormValues } from './form-types.ts';
import { isChanged, toForm } from './form-values.ts';

export type EditorAction =
  | { type: 'opened' }
  | { type: 'typed'; patch: FormValues }
  | { type: 'sent'; call: Call }
  /** By the form's own checks, before anything is sent. */
  | { type: 'refused'; errors: FieldErrors }
  /** `isAside`: input that came during the call is kept elsewhere. */
  | { type: 'stored'; call: Call; saved: AnyItem; isAside: boolean }
  /** The server asked first, and the user said no. */
  | { type: 'declined'; call: Call }
  | { type: 'failed'; call: Call; error: unknown; conflict: Conflict | null }
  /** Of a call beside the form, e.g. a schedule. */
  | { type: 'conflicted'; conflict: Conflict }
  | { type: 'resolved'; merged: FormValues }
  | { type: 'gaveUp' }
  | { type: 'restored'; text: Pick<EditorState, 'base' | 'version' | 'values'> }
  | { type: 'redirected'; to: string }
  | { type: 'reverted' }
  | { type: 'closed' };

/** Names the state of a form without a call or a conflict after its text. */
const withText = (before: EditorState, change: Partial<EditorState>): EditorState => {
  const state = { ...before, ...change };
  const isDirty = isChanged(state.collection, state.base, state.values);
  const isHeld = !maySend(state) || (state.name === 'offline' && isDirty);
  return { ...state, isDirty, name: isHeld ? state.name : isDirty ? 'dirty' : 'idle' };
};

const withoutErrors = (errors: FieldErrors, patch: FormValues): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => !(key in patch)));

const fail = (state: EditorState, error: unknown): EditorState =>
  withText(state, {
    name: isRefusal(error) ? 'dirty' : 'offline',
    failure: error,
    errors: fieldErrorsOf(error),
    refusals: state.refusals + 1,
    refused: isRefusal(error) ? state.values : null,
  });

const resolve = (state: EditorState, conflict: Conflict, merged: FormValues): EditorState => {
  const { current, of } = conflict;
  const free = { name: 'dirty', conflict: null, values: merged } as const;
  if (of === 'publish' || of === 'base') return withText(state, free);
  const base = toForm(state.collection, current);
  return withText(state, { ...free, base, version: current.version, target: of });
};

/** The response to the call in flight; any other came too late. */
const settle = (
  state: EditorState,
  action: Extract<EditorAction, { type: 'stored' | 'declined' | 'failed' }>,
): EditorState => {
  if (state.call !== action.call) return state;
  const free = { ...state, call: null, name: 'dirty' } as const;
  if (action.type === 'declined') return withText(free, {});
  if (action.type === 'failed') {
    const { conflict, error } = action;
    return conflict ? { ...free, name: 'conflict', conflict } : fail(free, error);
  }
  const text = textAfter(state, action.call, action.saved);
  return withText(free, {
    ...text,
    values: action.isAside ? text.base : text.values,
    refused: null,
    redirectTo: action.call.to === 'live' ? '' : state.redirectTo,
  });
};

/** A form's next state. No action but 'reverted' takes typed text away. */
export const reduce = (state: EditorState, action: EditorAction): EditorState => {
  // Development builds unmount and mount each component once.
  if (state.name === 'closed') {
    return action.type === 'opened'
      ? withText(state, { name: 'idle', call: null, conflict: null })
      : state;
  }
  switch (action.type) {
    case 'opened':
      return state;
    case 'typed':
      return withText(state, {
        values: { ...state.values, ...action.patch },
        errors: withoutErrors(state.errors, action.patch),
      });
    case 'sent': {
      if (!maySend(state)) return state;
      const { call } = action;
      const name = call.kind === 'publish' ? 'publishing' : 'saving';
      return { ...state, name, call, errors: {}, failure: null };
    }
    case 'refused': {
      if (!maySend(state)) return state;
      const { errors } = action;
      return withText(state, {
        name: 'dirty',
        errors,
        failure: null,
        refusals: state.refusals + 1,
      });
    }
    case 'stored':
    case 'declined':
    case 'failed':
      return settle(state, action);
    case 'conflicted':
      return maySend(state) ? { ...state, name: 'conflict', conflict: action.conflict } : state;
    case 'resolved':
      return state.conflict ? resolve(state, state.conflict, action.merged) : state;
    case 'gaveUp':
      return state.conflict ? withText(state, { name: 'dirty', conflict: null }) : state;
    case 'restored':
      return withText(state, action.text);
    case 'redirected':
      return { ...state, redirectTo: action.to };
    case 'reverted':
      return withText(state, { values: state.base });
    case 'closed':
      return { ...state, name: 'closed' };
  }
};
