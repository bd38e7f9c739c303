import type { CategoryCount } from '#content/features/site/feature-filters.tsx';
import { pathQuery } from '#site/api/queries.ts';
import { useAnswer } from '#site/api/use-answer.ts';
import { DescriptionList } from '#ui/description-list.tsx';

const COST = { label: 'what family office software costs annually', value: '$50,000 to $500,000+' };

const vendorsQuery = pathQuery<{ total: number }>('/api/vendor-facets');
const categoriesQuery = pathQuery<CategoryCount[]>('/api/feature-categories');

export const figureQueries = [vendorsQuery, categoriesQuery];

/** What the guide holds today, counted. */
export function HomeFigures() {
  const { data: vendors } = useAnswer(vendorsQuery);
  const { data: categories } = useAnswer(categoriesQuery);
  const features = categories?.reduce((sum, { count }) => sum + count, 0);
  return (
    <DescriptionList
      layout="figures"
      items={[
        COST,
        ...(vendors
          ? [{ label: 'vendors profiled, each with its sources', value: String(vendors.total) }]
          : []),
        ...(categories
          ? [
              {
                label: `features explained, across ${categories.length} categories`,
                value: String(features),
              },
            ]
          : []),
      ]}
    />
  );
}
