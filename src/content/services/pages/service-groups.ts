import type { CardResponse } from '#client/api-calls.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { PAGE_SIZE } from '../site.ts';

export type ServiceCardData = CardResponse<'services'>;

export interface ServiceGroup {
  main: ServiceCardData;
  specialised: ServiceCardData[];
}

const MAIN_CATEGORY = 'Main Services';

export const serviceListQuery = (page?: number) => listQuery('services', partOf(page, PAGE_SIZE));

/** A second page may hold services whose main service stands on the first. */
export const mainServicesQuery = listQuery('services', {
  category: MAIN_CATEGORY,
  limit: PAGE_SIZE,
});

/** A title comes typeset and a category as it is stored: only their quotes differ. */
const withoutQuotes = (text: string) => text.replace(/['"‘’“”]/g, '');

export const groupOf = (
  slug: string,
  items: readonly ServiceCardData[],
): { main: ServiceCardData; others: ServiceCardData[] } | undefined => {
  const group = groupServices(items).find(({ main, specialised }) =>
    [main, ...specialised].some((one) => one.slug === slug),
  );
  if (!group) return undefined;
  const others = [group.main, ...group.specialised].filter((one) => one.slug !== slug);
  return { main: group.main, others };
};

/** Each main service with the ones whose category is its title; others are not listed. */
export const groupServices = (
  items: readonly ServiceCardData[],
  mains: readonly ServiceCardData[] = items,
): ServiceGroup[] => {
  const here = new Set(items.map(({ slug }) => slug));
  return mains
    .filter(({ category }) => category === MAIN_CATEGORY)
    .map((main) => ({
      main,
      specialised: items.filter(
        ({ category, slug }) =>
          withoutQuotes(category ?? '') === withoutQuotes(main.title) && slug !== main.slug,
      ),
    }))
    .filter(({ main, specialised }) => specialised.length > 0 || here.has(main.slug));
};
