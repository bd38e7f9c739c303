import { createContext, use } from 'react';
import type { AnyItem } from '#kit/collection.ts';
import type { ItemDraft } from './draft-calls.ts';

/** The item of the open form as readers see it, and the draft that waits over it. */
export interface LiveDraft {
  live: AnyItem | null;
  draft: ItemDraft | null;
}

export const LiveDraftContext = createContext<LiveDraft>({ live: null, draft: null });

export const useLiveDraft = (): LiveDraft => use(LiveDraftContext);
