import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import type { Collection } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { TestApp } from './build-app.ts';

/** The tables of made-up types, as a migration would make them. */
export const addTables = async (app: TestApp, ...types: readonly Collection[]): Promise<void> => {
  const tables = Object.fromEntries(types.map((type) => [type.table, tableOf(type)]));
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tables));
  for (const statement of statements) await app.db.execute(sql.raw(statement));
};
