import type { ResponseOf } from '#client/api-calls.ts';
import type { CoverageGroup } from '#content/shared/coverage/coverage-groups.ts';
import { pathQuery } from '#site/api/queries.ts';

export type CompareResponse = ResponseOf<'get', '/api/compare/{pair}'>;

export type ComparedVendor = CompareResponse['vendorA'];

export const comparisonsOfQuery = (id: number) =>
  pathQuery('/api/vendors/{id}/comparisons', { id });

export const compareQuery = (pair: string) =>
  pathQuery('/api/compare/{pair}', { pair, view: 'page' });

export const sayShared = (coverage: readonly CoverageGroup[], vendors: number) => {
  const rows = coverage.flatMap((group) => group.rows);
  const shared = rows.filter(({ cells }) => cells.every((cell) => cell?.level === 'documented'));
  const [everyone, all] = vendors > 2 ? ['All', 'all'] : ['Both', 'both'];
  if (shared.length === 0) return `None of ${rows.length} features is documented by ${all}`;
  return `${everyone} document ${shared.length} of ${rows.length} features`;
};
