import { changedItemOf, type FieldErrors, isOfDraft } from '#admin/api/problems.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { ApiError } from '#platform/api-error.ts';
import type { FormValues, SaveTarget, Seen } from './form-types.ts';
import { isChanged, keepTyped, toForm } from './form-values.ts';

/**
 * idle: everything is stored. dirty: something is not. saving, publishing: a call is in flight. conflict: another
 * user's version waits for a choice. offline: the server was not reached, and unsaved text waits. closed: a late
 * response changes nothing.
 */
export type StateName =
  | 'idle'
  | 'dirty'
  | 'saving'
  | 'publishing'
  | 'conflict'
  | 'offline'
  | 'closed';

/** The stored text under a form, live or draft, and its version. */
export interface StoredUnder {
  base: FormValues;
  version: number | null;
  target: SaveTarget;
}

/** One request about the form's text. */
export interface Call {
  kind: 'save' | 'publish';
  sent: FormValues;
  version: number | null;
  /** The text that the version is of. */
  over: SaveTarget;
  to: SaveTarget;
  /** The form stays open afterwards. */
  stays: boolean;
  /** Stored as a new item, since its own was deleted. */
  asNew?: boolean;
  /** More follows at once: nothing is said yet. */
  isStep?: boolean;
  /** The live version that was looked at: the draft stands on it from now on. */
  baseVersion?: number | undefined;
}

export interface Conflict {
  current: AnyItem;
  base: FormValues;
  mine: FormValues;
  /** The refused call: a save of either text, publishing the draft, or going on with one over an older version. */
  of: SaveTarget | 'publish' | 'base';
  /** The form stays open afterwards. */
  stays: boolean;
}

export interface EditorState extends StoredUnder {
  name: StateName;
  collection: Collection;
  values: FormValues;
  isDirty: boolean;
  errors: FieldErrors;
  /** Why the last call failed. */
  failure: unknown;
  /** Counts refusals: each one leads the user to the first problem. */
  refusals: number;
  call: Call | null;
  conflict: Conflict | null;
  /** Where readers of an item that leaves the site are led. */
  redirectTo: string;
}

export const openForm = (collection: Collection, stored: StoredUnder): EditorState => ({
  ...stored,
  name: 'idle',
  collection,
  values: stored.base,
  isDirty: false,
  errors: {},
  failure: null,
  refusals: 0,
  call: null,
  conflict: null,
  redirectTo: '',
});

export const isBusy = ({ name }: Pick<EditorState, 'name'>) =>
  name === 'saving' || name === 'publishing';

/** One call at a time, and none over an open conflict. */
export const maySend = ({ name }: EditorState) =>
  name === 'idle' || name === 'dirty' || name === 'offline';

export const seenAt = (target: SaveTarget, version: number | null): Seen =>
  target === 'draft'
    ? { draftVersion: version ?? undefined }
    : { version: version ?? undefined, draftVersion: 0 };

/** The state that follows from a form's text and the item that it was opened with. */
export const factsOf = (state: EditorState, item: AnyItem | null) => {
  const { collection, base, values, target, version } = state;
  const isLive = item !== null && isPublic(collection, base);
  const isToBeLive = isPublic(collection, values);
  return {
    isNew: item === null,
    isLive,
    /** The next save takes it off the site. */
    isLeaving: isLive && !isToBeLive,
    canDraft: isLive && isToBeLive && collection.publicPath !== undefined,
    seen: seenAt(target, version),
  };
};

/** An answer of the server that the same text would get again. */
export const isRefusal = (failure: unknown) => failure instanceof ApiError && failure.status < 500;

/** How a save differs from that of the text in place. */
export type SaveWay = Partial<Pick<Call, 'to' | 'stays' | 'isStep' | 'asNew' | 'baseVersion'>>;

export const callFor = ({ values, version, target }: EditorState, way: SaveWay): Call => {
  const call = { kind: 'save', sent: values, stays: false } as const;
  return way.asNew
    ? { ...call, version: null, over: 'live', to: 'live', ...way }
    : { ...call, version, over: target, to: target, ...way };
};

/** To keep a text where readers do not see it, for what is done with it next. */
export const keepingWay = (state: EditorState, item: AnyItem | null): SaveWay => ({
  to: factsOf(state, item).canDraft ? 'draft' : state.target,
  stays: true,
  isStep: true,
});

/** Makes the stored text live. */
export const publishCall = ({ base, version, target }: EditorState): Call => ({
  kind: 'publish',
  sent: base,
  version,
  over: target,
  to: 'live',
  stays: false,
});

/** Another user's save in between; null when something else went wrong. Without a call it is one beside the form. */
export const conflictOf = (
  { base, values: mine, target }: EditorState,
  error: unknown,
  call: Call | null,
): Conflict | null => {
  const current = changedItemOf(error);
  if (!current) return null;
  if (call?.kind === 'save') return { current, base, mine, of: call.to, stays: false };
  const overDraft = call ? 'publish' : 'base';
  const of = isOfDraft(error) ? 'draft' : target === 'live' ? 'live' : overDraft;
  return { current, base, mine, of, stays: call === null || target === 'live' };
};

/** The text after a response: later input stays in it, over what is stored now. */
export const textAfter = ({ collection, values }: EditorState, call: Call, saved: AnyItem) => {
  const base = { ...call.sent, ...toForm(collection, saved) };
  return {
    base,
    version: saved.version,
    target: call.to,
    values: keepTyped(values, call.sent, base),
  };
};

/** The effect of a successful call on the form; closed forms follow nothing and close nothing. */
export const outcomeOf = (state: EditorState, call: Call, isNew: boolean) => {
  const { collection, name, base, values } = state;
  const isOpen = name !== 'closed';
  /** Text that was typed while the call was in flight. */
  const hasMore = isChanged(collection, call.sent, values);
  const stays = call.stays || hasMore;
  const isCreated = isNew || call.asNew === true;
  return {
    hasMore,
    /** Unsaved text that is kept in the browser is no longer needed. */
    isAllStored: isOpen || !hasMore,
    closes: isOpen && !stays,
    followsCreated: isOpen && stays && isCreated,
    isLeaving:
      !isNew &&
      call.to === 'live' &&
      isPublic(collection, base) &&
      !isPublic(collection, call.sent),
    /** The user expected the form to close, and it did not. */
    isHeldOpen: isOpen && hasMore && !call.stays,
  };
};
