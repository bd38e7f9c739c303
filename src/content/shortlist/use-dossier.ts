import { useEffect, useState } from 'react';
import { shortlist } from '#site/shortlist/shortlist-store.ts';
import { useStored } from '#site/shortlist/use-stored.ts';
import type { Decision, Dossier } from './decision.ts';
import { decisionStore } from './decision-store.ts';
import { followMoves, type Moved } from './moves.ts';
import { fromAddress } from './share.ts';

export interface Workspace extends Dossier {
  /** Somebody else's, looked at and changed without being saved. */
  isViewed: boolean;
  setVendors(vendors: readonly string[]): void;
  setDecision(decision: Decision): void;
  setDossier(dossier: Dossier): void;
}

export const keepDossier = ({ vendors, decision }: Dossier) => {
  shortlist.set(vendors);
  decisionStore.set(decision);
};

/** What is worked on: the visitor's own, or what somebody sent as long as it is only looked at. */
export const useWorkspace = (
  viewed: Dossier | null,
  view: (dossier: Dossier) => void,
  moved: Moved,
) => {
  const stored: Dossier = { vendors: useStored(shortlist), decision: useStored(decisionStore) };
  const own = followMoves(stored, moved);
  // The buttons on other pages look for the new names too.
  useEffect(() => {
    if (own !== stored) keepDossier(own);
  });
  const dossier = viewed ?? own;
  const keep = viewed ? view : keepDossier;
  const workspace: Workspace = {
    ...dossier,
    isViewed: viewed !== null,
    setVendors: (vendors) => keep({ ...dossier, vendors }),
    setDecision: (decision) => keep({ ...dossier, decision }),
    setDossier: keep,
  };
  return { own, workspace };
};

/** What came by an address or a file. */
export type Arrived = { dossier: Dossier } | { problem: string };

interface Incoming {
  arrived: Arrived;
  /** What came as it is looked at, with what was changed in it since; null before one asks to view it. */
  viewed: Dossier | null;
}

/** What the address holds after its '#', or a file that was opened; it is read here and never sent. */
export const useIncoming = () => {
  const [incoming, setIncoming] = useState<Incoming | null>(null);
  /** What comes later takes the place of what was looked at: nobody stores what was never shown. */
  const arrive = (arrived: Arrived) => setIncoming({ arrived, viewed: null });
  const view = (viewed: Dossier) => setIncoming((now) => now && { ...now, viewed });
  useEffect(() => {
    const read = async () => {
      const { hash } = window.location;
      const arrived = await fromAddress(hash.slice(1));
      const isLate = hash !== window.location.hash;
      if (arrived && !isLate) setIncoming({ arrived, viewed: null });
    };
    void read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const settle = () => {
    setIncoming(null);
    const { pathname, search, hash } = window.location;
    if (hash) window.history.replaceState(window.history.state, '', pathname + search);
  };
  return {
    arrived: incoming?.arrived ?? null,
    viewed: incoming?.viewed ?? null,
    arrive,
    view,
    settle,
  };
};
