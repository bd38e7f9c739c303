import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Viewer } from '#platform/viewer.ts';

interface Statement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

interface Query<Row> {
  toSQL(): { sql: string };
  prepare(name: string): Statement<Row>;
}

/** Stands in a query for what is sought. */
export const SOUGHT = sql.placeholder('sought');

/** The name follows the text, so that two queries never share one. */
const prepare = <Row>(query: Query<Row>): Statement<Row> => {
  const name = createHash('sha256').update(query.toSQL().sql).digest('base64url').slice(0, 22);
  return query.prepare(`q_${name}`);
};

/**
 * A read that is asked often: its text is made once, and each connection has it planned once. Anonymous visitors and editors see
 * different rows, so there is one query for each.
 */
export const preparedRead = <Row>(makeQuery: (isAnonymous: boolean) => Query<Row>) => {
  const made = new Map<boolean, Statement<Row>>();
  return (viewer: Viewer, sought: unknown): Promise<Row[]> => {
    const isAnonymous = viewer === null;
    const statement = made.get(isAnonymous) ?? prepare(makeQuery(isAnonymous));
    made.set(isAnonymous, statement);
    return statement.execute({ sought });
  };
};
