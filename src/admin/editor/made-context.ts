import { createContext, use } from 'react';
import type { AnyItem } from '#kit/collection.ts';

/** Hears of what a new form stored, and keeps that form open for it; nobody where it opens anew. */
export const MadeContext = createContext<((made: AnyItem) => void) | null>(null);

export const useMade = () => use(MadeContext);
