import type { ResponseOf } from '#client/api-calls.ts';
import { pathQuery } from '#site/api/queries.ts';

export type CompareResponse = ResponseOf<'get', '/api/compare/{pair}'>;

export type ComparedVendor = CompareResponse['vendorA'];

export const comparisonsOfQuery = (id: number) =>
  pathQuery('/api/vendors/{id}/comparisons', { id });

export const compareQuery = (pair: string) =>
  pathQuery('/api/compare/{pair}', { pair, view: 'page' });
