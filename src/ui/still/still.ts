import type { ReactNode } from 'react';
import { writeHtml } from './write-html.ts';

type Inside = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };

/** The inside of an element: written in one go on the server, left to React in the browser, which takes it over as it is. */
export const still = (children: ReactNode): Inside => {
  const html = import.meta.env.SSR ? writeHtml(children) : null;
  return html === null ? { children } : { dangerouslySetInnerHTML: { __html: html } };
};
