import { useQuery } from '@tanstack/react-query';
import { DescriptionList } from '#ui/description-list.tsx';
import { categoriesQuery, vendorsQuery } from './home-queries.ts';

const COST = { label: 'our working range for the annual cost', value: '$50,000 to $500,000+' };

/** What the guide holds today, counted. */
export function HomeFigures() {
  const { data: vendors } = useQuery(vendorsQuery);
  const { data: categories } = useQuery(categoriesQuery);
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
