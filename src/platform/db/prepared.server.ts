import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AnyItem } from '#kit/collection.ts';
import type { Viewer } from '#platform/viewer.ts';
import { toItem } from './rows.server.ts';

type Row = Record<string, unknown>;

interface Statement {
  execute(values: Row): Promise<Row[]>;
}

interface Query {
  toSQL(): { sql: string };
  prepare(name: string): Statement;
}

/** Stands in a query for what is sought. */
export const SOUGHT = sql.placeholder('sought');

/** The name follows the text, so that two queries never share one. */
const prepare = (query: Query): Statement => {
  const name = createHash('sha256').update(query.toSQL().sql).digest('base64url').slice(0, 22);
  return query.prepare(`q_${name}`);
};

/**
 * A read that is asked often: its text is made once, and each connection has it planned once. Strangers and editors see
 * different rows, so there is one query for each.
 */
export const preparedRead = (makeQuery: (isStranger: boolean) => Query) => {
  const made = new Map<boolean, Statement>();
  return async (viewer: Viewer, sought: unknown): Promise<AnyItem[]> => {
    const isStranger = viewer === null;
    const statement = made.get(isStranger) ?? prepare(makeQuery(isStranger));
    made.set(isStranger, statement);
    const rows = await statement.execute({ sought });
    return rows.map(toItem);
  };
};
