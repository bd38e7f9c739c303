import { listQuery, partOf } from '#site/api/queries.ts';

export const TYPES_PER_PAGE = 60;

export const typeListQuery = (page?: number) => listQuery('types', partOf(page, TYPES_PER_PAGE));
