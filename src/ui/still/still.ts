import type { ReactNode } from 'react';
import { inOnePiece } from './in-one-piece.ts';
import { writeHtml } from './write-html.ts';

type Inside = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };

const asWritten = (html: string): Inside => ({ dangerouslySetInnerHTML: { __html: html } });

/** The inside of an element: written in one go on the server, left to React in the browser, which takes it over as it is. */
export const still = (children: ReactNode): Inside => {
  const html = import.meta.env.SSR ? writeHtml(children) : null;
  return html === null ? { children } : asWritten(html);
};

const kept = /* @__PURE__ */ new WeakMap<object, Map<string, string>>();

const keepHtml = (owner: object, name: string, make: () => ReactNode): string | null => {
  const parts = kept.get(owner) ?? new Map<string, string>();
  kept.set(owner, parts);
  const html = parts.get(name) ?? inOnePiece(writeHtml(make()));
  if (html !== null) parts.set(name, html);
  return html;
};

/**
 * The same for what many pages share: written once for as long as they share the data that it is made of. Data that
 * may still change, or that belong to one page alone, keep nothing.
 */
export const stillOnce = (
  owner: object | undefined,
  name: string,
  make: () => ReactNode,
): Inside => {
  if (!import.meta.env.SSR || !owner || !Object.isFrozen(owner)) return still(make());
  const html = keepHtml(owner, name, make);
  return html === null ? { children: make() } : asWritten(html);
};
