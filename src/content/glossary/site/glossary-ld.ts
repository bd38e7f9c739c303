import type { DefinedTerm, DefinedTermSet, WithContext } from 'schema-dts';
import { stripMarks } from '#content/shared/excerpt.ts';
import type { ItemPage } from '#site/item-page.ts';
import type { SiteInfo } from '#site/router.tsx';
import type { GlossaryTerm } from '../glossary.collection.ts';
import type { TermCardData } from './glossary-list.ts';

const CONTEXT = 'https://schema.org';

export const termSetLd = (
  site: SiteInfo,
  page: { name: string; description: string; path: string },
  terms: readonly Pick<TermCardData, 'slug' | 'term'>[],
): WithContext<DefinedTermSet> => ({
  '@context': CONTEXT,
  '@type': 'DefinedTermSet',
  name: page.name,
  description: page.description,
  url: `${site.url}${page.path}`,
  hasDefinedTerm: terms.map(({ slug, term }) => ({
    '@type': 'DefinedTerm',
    name: term,
    url: `${site.url}/glossary/${slug}`,
  })),
});

export const termLd = (site: SiteInfo, term: ItemPage<GlossaryTerm>): WithContext<DefinedTerm> => ({
  '@context': CONTEXT,
  '@type': 'DefinedTerm',
  name: term.term,
  description: stripMarks(term.definition) || (term.summary ?? ''),
  url: `${site.url}/glossary/${term.slug}`,
  inDefinedTermSet: `${site.url}/glossary`,
});
