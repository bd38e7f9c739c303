import { conflict } from '#platform/errors.ts';
import { violatedConstraint } from './database.server.ts';
import { indexName } from './naming.ts';

/** A taken slug, or a taken pair, is told by the name of the index that refused it. */
export const asConflict = (
  error: unknown,
  table: string,
  uniqueSets: readonly (readonly string[])[],
  labelOf: (key: string) => string,
): unknown => {
  const constraint = violatedConstraint(error);
  if (!constraint) return error;
  const hit = uniqueSets.find((keys) => constraint === indexName(table, keys, 'unique'));
  const key = hit?.at(-1) ?? 'id';
  return conflict(key, `${labelOf(key)} is already used`);
};
