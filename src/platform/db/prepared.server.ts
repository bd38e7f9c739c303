import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';

interface Statement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

interface Query<Row> {
  toSQL(): { sql: string };
  prepare(name: string): Statement<Row>;
}

/** Stands in a query for the value that it is asked with. */
export const PARAM = sql.placeholder('param');

/** The name follows the text, so that two queries never share one. */
const prepare = <Row>(query: Query<Row>): Statement<Row> => {
  const name = createHash('sha256').update(query.toSQL().sql).digest('base64url').slice(0, 22);
  return query.prepare(`q_${name}`);
};

/**
 * A read that is asked often: its text is made once, and each connection has it planned once. Where some are asked another
 * query than others, there is one for each variant.
 */
export const preparedRead = <Row, Variant>(makeQuery: (variant: Variant) => Query<Row>) => {
  const made = new Map<Variant, Statement<Row>>();
  return (variant: Variant, param: unknown): Promise<Row[]> => {
    const statement = made.get(variant) ?? prepare(makeQuery(variant));
    made.set(variant, statement);
    return statement.execute({ param });
  };
};

/** Has a connection through a pooler prepare nothing by name: its next transaction may run in another session. */
export const withoutNames = (client: pg.PoolClient): void => {
  const queryOnce: (...args: unknown[]) => unknown = client.query.bind(client);
  const unnamed = (query: unknown) =>
    typeof query === 'object' && query && 'name' in query ? { ...query, name: undefined } : query;
  Object.assign(client, {
    query: (query: unknown, ...rest: unknown[]) => queryOnce(unnamed(query), ...rest),
  });
};
