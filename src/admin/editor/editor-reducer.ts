import { type FieldErrors, fieldErrorsOf } from '#admin/api/problems.ts';
import type { AnyItem } from '#kit/collection.ts';
import {
  type Call,
  type Conflict,
  type EditorState,
  isRefusal,
  maySend,
  type StateName,
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
  | { type: 'stored'; call: Call; saved: AnyItem }
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

const isUnreached = ({ failure }: EditorState) => failure !== null && !isRefusal(failure);

const nameOf = (state: EditorState): StateName => {
  if (state.conflict) return 'conflict';
  if (state.call) return state.call.kind === 'publish' ? 'publishing' : 'saving';
  if (!state.isDirty) return 'idle';
  return isUnreached(state) ? 'offline' : 'dirty';
};

const named = (state: EditorState): EditorState => {
  const isDirty = isChanged(state.collection, state.base, state.values);
  return { ...state, isDirty, name: nameOf({ ...state, isDirty }) };
};

const withoutErrors = (errors: FieldErrors, patch: FormValues): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => !(key in patch)));

const resolve = (state: EditorState, conflict: Conflict, merged: FormValues): EditorState => {
  const { current, of } = conflict;
  const free = { ...state, conflict: null, values: merged };
  if (of === 'publish' || of === 'base') return free;
  return { ...free, base: toForm(state.collection, current), version: current.version, target: of };
};

/** The response to the call in flight; any other came too late. */
const settle = (
  state: EditorState,
  action: Extract<EditorAction, { type: 'stored' | 'declined' | 'failed' }>,
): EditorState => {
  if (state.call !== action.call) return state;
  const free = { ...state, call: null };
  if (action.type === 'declined') return free;
  if (action.type === 'stored') {
    const redirectTo = action.call.to === 'live' ? '' : state.redirectTo;
    return { ...free, ...textAfter(state, action.call, action.saved), redirectTo };
  }
  const { conflict, error } = action;
  if (conflict) return { ...free, conflict };
  return {
    ...free,
    failure: error,
    errors: fieldErrorsOf(error),
    refusals: state.refusals + 1,
  };
};

const step = (state: EditorState, action: EditorAction): EditorState => {
  switch (action.type) {
    case 'typed': {
      const values = { ...state.values, ...action.patch };
      return { ...state, values, errors: withoutErrors(state.errors, action.patch) };
    }
    case 'sent':
      return maySend(state) ? { ...state, call: action.call, errors: {}, failure: null } : state;
    case 'refused': {
      const { errors } = action;
      const refusals = state.refusals + 1;
      return maySend(state) ? { ...state, errors, failure: null, refusals } : state;
    }
    case 'stored':
    case 'declined':
    case 'failed':
      return settle(state, action);
    case 'conflicted':
      return maySend(state) ? { ...state, conflict: action.conflict } : state;
    case 'resolved':
      return state.conflict ? resolve(state, state.conflict, action.merged) : state;
    case 'gaveUp':
      return state.conflict ? { ...state, conflict: null } : state;
    case 'restored':
      return { ...state, ...action.text };
    case 'redirected':
      return { ...state, redirectTo: action.to };
    case 'reverted':
      return { ...state, values: state.base };
    default:
      return state;
  }
};

/** A form's next state. No action but 'reverted' takes typed text away. */
export const reduce = (state: EditorState, action: EditorAction): EditorState => {
  if (action.type === 'closed') return { ...state, name: 'closed' };
  if (state.name === 'closed') {
    // Development builds unmount and mount each component once.
    return action.type === 'opened' ? named({ ...state, call: null, conflict: null }) : state;
  }
  const next = step(state, action);
  return next === state ? state : named(next);
};
