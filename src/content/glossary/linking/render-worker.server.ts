import { serveTasks } from '#platform/serve-tasks.server.ts';
import { type LinkedOptions, toLinkedHtml } from './link-terms.server.ts';
import { buildTermIndex, type GlossaryTerm, type TermIndex } from './term-index.server.ts';

export interface RenderTask {
  source: string;
  options: Omit<LinkedOptions, 'terms'>;
  terms: { version: string; list: readonly GlossaryTerm[] } | undefined;
}

let index: TermIndex | undefined;

const indexOf = ({ version, list }: NonNullable<RenderTask['terms']>): TermIndex => {
  if (index?.version !== version) index = buildTermIndex(list, version);
  return index;
};

serveTasks(({ source, options, terms }: RenderTask) =>
  toLinkedHtml(source, { ...options, terms: terms && indexOf(terms) }),
);
