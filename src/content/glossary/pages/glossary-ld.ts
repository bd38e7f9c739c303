import type { DefinedTerm, DefinedTermSet, WithContext } from 'schema-dts';
import { hrefTo } from '#client/href-to.ts';
import { stripMarks } from '#platform/text/excerpt.ts';
import type { SiteInfo } from '#site/site-info.ts';
import type { GlossaryTerm } from '../glossary.collection.ts';
import type { TermCardData } from './glossary-list.ts';

const CONTEXT = 'https://schema.org';

const urlOf = (site: SiteInfo, slug: string) => `${site.url}${hrefTo('/glossary/$slug', { slug })}`;

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
    url: urlOf(site, slug),
  })),
});

export const termLd = (site: SiteInfo, term: GlossaryTerm): WithContext<DefinedTerm> => ({
  '@context': CONTEXT,
  '@type': 'DefinedTerm',
  name: term.term,
  description: stripMarks(term.definition),
  url: urlOf(site, term.slug),
  inDefinedTermSet: `${site.url}${hrefTo('/glossary')}`,
});
