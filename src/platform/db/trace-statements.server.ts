import type pg from 'pg';
import { type Described, inSpan } from '#platform/traces/in-span.server.ts';

/** Of a statement as pg takes it: its text, or an object that holds it. */
export const textOf = (query: unknown): string => {
  const text = typeof query === 'object' && query && 'text' in query ? query.text : query;
  return typeof text === 'string' ? text : '';
};

const OPERATION = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?(\w+)/i;

/** Values are parameters, and no part of the text. */
const describeStatement = (text: string): Described => {
  const [, operation = ''] = OPERATION.exec(text) ?? [];
  const [, table] = TABLE.exec(text) ?? [];
  const summary = [operation.toUpperCase(), table ?? []].flat().join(' ');
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation.toUpperCase(),
    'db.query.summary': summary,
    'db.query.text': text,
  };
  return { name: summary, attributes };
};

type Tell = (error: Error | null, result: unknown) => void;

/** Has each statement of a connection timed as a part of the trace that it is made in. */
export const traceStatements = (client: pg.PoolClient): void => {
  const queryOnce: (...args: unknown[]) => unknown = client.query.bind(client);
  Object.assign(client, {
    query(...args: unknown[]) {
      const tell = args.at(-1);
      const trace = (work: () => Promise<unknown>) =>
        inSpan('statement', () => describeStatement(textOf(args[0])), work);
      if (typeof tell !== 'function') return trace(async () => queryOnce(...args));
      const ended = Promise.withResolvers<unknown>();
      const hear: Tell = (error, result) => {
        if (error) ended.reject(error);
        else ended.resolve(undefined);
        tell(error, result);
      };
      // The caller hears of a failure by the callback.
      trace(() => ended.promise).catch(() => undefined);
      return queryOnce(...args.slice(0, -1), hear);
    },
  });
};
