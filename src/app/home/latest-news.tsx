import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { ArticleCard } from '#content/news/pages/article-card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Section } from '#ui/section.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { latestNewsQuery } from './home-queries.ts';

const LATEST = 3;
const EMPTY_TEXT = 'News articles are currently being loaded...';

export function LatestNews() {
  const { data, isPending, error } = useQuery(latestNewsQuery);
  useEffect(() => {
    if (error) console.error(error.message);
  }, [error]);
  const articles = (data?.items ?? []).filter(({ slug }) => slug).slice(0, LATEST);
  return (
    <Section>
      <SectionHeading
        title="Latest news"
        action={{ href: hrefTo('/news'), label: 'View All News' }}
      />
      {isPending && <SkeletonCards count={LATEST} columns={3} picture />}
      {!isPending && articles.length === 0 && <p className="text-soft">{EMPTY_TEXT}</p>}
      {articles.length > 0 && (
        <CardGrid columns={3} label="Latest news">
          {articles.map((article) => (
            <ArticleCard key={article.slug} article={article} />
          ))}
        </CardGrid>
      )}
    </Section>
  );
}
