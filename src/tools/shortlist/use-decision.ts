import { useEffect, useMemo, useState } from 'react';
import { shortlist } from '#site/shortlist/shortlist-store.ts';
import { createStored } from '#site/shortlist/stored.ts';
import { useStored } from '#site/shortlist/use-stored.ts';
import { type Decision, followMoves, NO_DECISION, readDecision } from './decision.ts';
import type { DecisionData, Model } from './model.ts';
import { fromAddress, type Shared } from './share.ts';

export interface DecisionProps {
  data: DecisionData;
  model: Model;
  decision: Decision;
  change(part: Partial<Decision>): void;
}

/** All but the vendors, which other pages add to. */
const stored = createStored('decision', NO_DECISION, readDecision);

export const keepDecision = (decision: Decision) => {
  shortlist.set(decision.vendors);
  stored.set({ ...decision, vendors: [] });
};

/** The visitor's own, by the names that the site has now. */
export const useOwnDecision = (moved: DecisionData['moved']): Decision => {
  const vendors = useStored(shortlist);
  const rest = useStored(stored);
  const kept = useMemo(() => ({ ...rest, vendors }), [rest, vendors]);
  const own = useMemo(() => followMoves(kept, moved), [kept, moved]);
  // The buttons on other pages look for the new names too.
  useEffect(() => {
    if (own !== kept) keepDecision(own);
  }, [own, kept]);
  return own;
};

/** With notes on slugs left out. */
export type Arrived = Shared & { notes?: readonly string[] };

/** The decision from the address; the URL fragment is read here and never sent. */
export const useArrived = (asked: () => Arrived | null) => {
  const [arrived, arrive] = useState(asked);
  useEffect(() => {
    const read = () => {
      const shared = fromAddress(window.location.hash.slice(1));
      if (shared) arrive(shared);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const settle = () => {
    arrive(null);
    const { pathname, search, hash } = window.location;
    if (hash || search) window.history.replaceState(window.history.state, '', pathname);
  };
  return { arrived, arrive, settle };
};
