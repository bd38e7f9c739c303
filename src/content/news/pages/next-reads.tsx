import { useQuery } from '@tanstack/react-query';
import { hrefTo } from '#client/href-to.ts';
import { CardGrid } from '#ui/card-grid.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { Article } from '../news.collection.ts';
import { ArticleCard } from './article-card.tsx';
import { nextReadsQuery } from './next-reads-query.ts';

const SHOWN = 3;

/** What to read after an article; nothing while nothing else is published. */
export function NextReads({ article }: { article: Pick<Article, 'slug' | 'category'> }) {
  const { data } = useQuery(nextReadsQuery);
  const others = (data?.items ?? []).filter(({ slug }) => slug && slug !== article.slug);
  const isNear = (other: Pick<Article, 'category'>) => other.category === article.category;
  const next = [...others.filter(isNear), ...others.filter((other) => !isNear(other))];
  if (next.length === 0) return null;
  return (
    <section className="no-print mt-16">
      <SectionHeading title="Read next" action={{ href: hrefTo('/news'), label: 'All articles' }} />
      <CardGrid columns={3} label="Read next">
        {next.slice(0, SHOWN).map((other) => (
          <ArticleCard key={other.slug} article={other} />
        ))}
      </CardGrid>
    </section>
  );
}
