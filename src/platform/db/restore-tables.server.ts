import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { migrationsFolder } from './migrate.server.ts';

const { escapeIdentifier } = pg;

const list = async (client: pg.Client, query: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
};

const TABLES = `select tablename as name from pg_tables where schemaname = 'public'`;
/** A managed server may keep functions of its extensions in the same schema. */
const FUNCTIONS = `select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

/** Takes the product's tables out of a database; rows that an earlier release retired stay, under another name. */
export const dropTables = async (client: pg.Client): Promise<void> => {
  for (const name of await list(client, TABLES)) {
    await client.query(`drop table ${escapeIdentifier(name)} cascade`);
  }
  for (const name of await list(client, FUNCTIONS)) {
    await client.query(`drop function ${name} cascade`);
  }
  await client.query('drop schema if exists drizzle cascade');
  const retired = await list(
    client,
    `select nspname as name from pg_namespace where nspname = 'retired'`,
  );
  if (retired.length === 0) return;
  const day = new Date().toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
  await client.query(`alter schema retired rename to ${escapeIdentifier(`retired_${day}`)}`);
};

/** Runs migrations in the transaction that is open, from the one after `from` up to and with `to`. */
export const runMigrations = async (
  client: pg.Client,
  { from, to }: { from: number; to?: number },
): Promise<void> => {
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations
       (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder }).slice(
    from,
    to,
  )) {
    for (const statement of sql) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, folderMillis],
    );
  }
};

export const countKnownMigrations = (): number => readMigrationFiles({ migrationsFolder }).length;
