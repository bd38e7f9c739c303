import { createContext, use } from 'react';
import type { AnyItem } from '#kit/collection.ts';

/** Hears of what a new form created, and keeps that form open for it; nobody where it opens anew. */
export const CreatedContext = createContext<((created: AnyItem) => void) | null>(null);

export const useCreated = () => use(CreatedContext);
