import type { ReactNode } from 'react';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { hasRole, type Role } from '#platform/roles.ts';
import { useMe } from './me.ts';

/** Whether the user's role is enough: actions that the server would refuse are not offered. */
export const useMay = (least: Role): boolean => hasRole(useMe(), least);

/** Shown to those who may use it. */
export function May({ least, children }: { least: Role; children: ReactNode }) {
  return useMay(least) ? children : null;
}

/** As the server decides it: an editor writes drafts, and of a type without drafts nothing. */
export const useMayChange = (collection: Collection) => {
  const mayWrite = useMay('editor');
  const mayPublish = useMay('publisher');
  return {
    mayCreate: mayPublish || (mayWrite && collection.visible !== undefined),
    mayChange: (item: Partial<AnyItem>) => mayPublish || (mayWrite && !isPublic(collection, item)),
  };
};
