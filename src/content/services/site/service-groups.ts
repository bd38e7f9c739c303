import { listQuery, partOf } from '#site/api/queries.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import type { Service } from '../services.collection.ts';

export type ServiceCardData = Pick<Service, 'id' | 'slug' | 'title' | 'description' | 'category'>;

export interface ServiceGroup {
  main: ServiceCardData;
  specialised: ServiceCardData[];
}

const MAIN_CATEGORY = 'Main Services';

export const serviceListQuery = (page?: number) =>
  listQuery<ServiceCardData>('services', partOf(page, PAGE_SIZE.services));

/** A second page may hold services whose main service stands on the first. */
export const mainServicesQuery = listQuery<ServiceCardData>('services', {
  category: MAIN_CATEGORY,
  limit: PAGE_SIZE.services,
});

/** Each main service with the ones whose category is its title; what belongs to none is not listed. */
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
        ({ category, slug }) => category === main.title && slug !== main.slug,
      ),
    }))
    .filter(({ main, specialised }) => specialised.length > 0 || here.has(main.slug));
};
