import type { CoverageGroup } from '#content/shared/coverage/coverage-groups.ts';

export const sayShared = (coverage: readonly CoverageGroup[], vendors: number) => {
  const rows = coverage.flatMap((group) => group.rows);
  const shared = rows.filter(({ cells }) => cells.every((cell) => cell?.level === 'documented'));
  const [everyone, all] = vendors > 2 ? ['All', 'all'] : ['Both', 'both'];
  if (shared.length === 0) return `None of ${rows.length} features is documented by ${all}`;
  return `${everyone} document ${shared.length} of ${rows.length} features`;
};
