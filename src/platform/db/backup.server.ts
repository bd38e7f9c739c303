import pg from 'pg';
import { type CheckedBackup, readRows, writeBackup } from './backup-file.server.ts';
import { withClient } from './client.server.ts';
import { SIGN_IN_KEY } from './meta.table.server.ts';
import { MIGRATION_LOCK } from './migrate.server.ts';
import { countKnownMigrations, dropTables, runMigrations } from './restore-tables.server.ts';

const { escapeIdentifier } = pg;
/** A piece of a picture is half a megabyte as text, so that no batch gets beyond 25. */
const BATCH = 50;
/** What is in no backup: whole tables, or columns of others. Files of earlier releases may hold it, and a restore leaves it out. */
export const LEFT_OUT: Readonly<Record<string, 'whole' | readonly string[]>> = {
  // Short-lived.
  rate_limits: 'whole',
  feed_results: 'whole',
  presence: 'whole',
  // They open something to whom has them: a stray file opens nothing, and a restore revives nothing that was ended since.
  sessions: 'whole',
  invitations: 'whole',
  preview_links: 'whole',
  api_tokens: 'whole',
  vendor_links: 'whole',
  vendor_words: ['link_id'],
  users: ['reset_token', 'reset_token_expiry'],
  webhooks: ['signing_secret'],
  // Which create a key stands for: after a restore its item may be another.
  idempotency_keys: 'whole',
  // A restored database begins its own, so that no process takes what it made before for the present.
  site_version: 'whole',
  changed_paths: 'whole',
};
export const LEFT_OUT_TABLES = Object.keys(LEFT_OUT).filter((table) => LEFT_OUT[table] === 'whole');
/** Of the jobs only what editors planned and what a rewrite came from: a copy of the site sends no old e-mail or event. */
const KEPT_ROWS: Record<string, string> = {
  jobs: `where name in ('schedule', 'rewrite')`,
  // What it seals is in the backup.
  app_meta: `where key <> '${SIGN_IN_KEY}'`,
};
/** The comment of a table that triggers write: restoring what it follows writes it anew. */
const DERIVED = 'derived';

const countMigrations = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.count ?? 0);
};

/** Referenced tables first, so that a restore meets every row's parent before the row. */
const listTables = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query(
    `with recursive parents as (
       select conrelid as child, confrelid as parent from pg_constraint where contype = 'f' and conrelid <> confrelid
       union select p.child, c.confrelid from parents p join pg_constraint c on c.conrelid = p.parent and c.contype = 'f'
     )
     select t.tablename as name,
            (select count(*) from parents p where p.child = format('public.%I', t.tablename)::regclass) as depth
     from pg_tables t where t.schemaname = 'public' and t.tablename <> all($1)
       and obj_description(format('public.%I', t.tablename)::regclass) is distinct from $2 order by depth, t.tablename`,
    [LEFT_OUT_TABLES, DERIVED],
  );
  return rows.map((row) => String(row.name));
};

const withoutSecrets = (table: string, row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !LEFT_OUT[table]?.includes(column)));

async function* rowsOf(
  client: pg.Client,
  tables: string[],
): AsyncGenerator<[string, Record<string, unknown>][]> {
  for (const table of tables) {
    await client.query(
      `declare backup_rows no scroll cursor for select row_to_json(t) as row from ${escapeIdentifier(table)} t ${KEPT_ROWS[table] ?? ''}`,
    );
    for (;;) {
      const { rows } = await client.query(`fetch ${BATCH} from backup_rows`);
      if (rows.length === 0) break;
      yield rows.map(({ row }) => [table, withoutSecrets(table, row)]);
    }
    await client.query('close backup_rows');
  }
}

/** What earlier releases kept in tables that this one no longer has; OPERATIONS.md says how to look at it and drop it. */
export const countRetired = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname like 'retired%'`,
    );
    let count = 0;
    for (const { name } of tables) {
      const { rows } = await client.query(`select count(*)::int as count from ${name}`);
      count += Number(rows[0]?.count ?? 0);
    }
    return count;
  });

/** Every table as one moment saw it, whatever editors write meanwhile. */
export const saveBackup = (url: string, file: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    const tables = await listTables(client);
    const header = { migrations: await countMigrations(client), tables };
    await writeBackup(file, header, rowsOf(client, tables));
    await client.query('commit');
  });

/** Tables that triggers fill while the others are restored. */
const listDerived = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public'
       and obj_description(format('public.%I', tablename)::regclass) = $1`,
    [DERIVED],
  );
  return rows.map((row) => String(row.name));
};

const insertRows = (client: pg.Client, table: string, rows: Record<string, unknown>[]) => {
  const name = escapeIdentifier(table);
  const columns = Object.keys(rows[0] ?? {})
    .map(escapeIdentifier)
    .join(', ');
  return client.query(
    `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [JSON.stringify(rows)],
  );
};

const insertAll = async (client: pg.Client, backup: CheckedBackup): Promise<number> => {
  let count = 0;
  let batch: { table: string; rows: Record<string, unknown>[] } = { table: '', rows: [] };
  const flush = async () => {
    if (batch.rows.length > 0) await insertRows(client, batch.table, batch.rows);
    count += batch.rows.length;
  };
  const derived = await listDerived(client);
  for await (const [table, row] of readRows(backup)) {
    if (LEFT_OUT[table] === 'whole' || derived.includes(table)) continue;
    if (table !== batch.table || batch.rows.length >= BATCH) {
      await flush();
      batch = { table, rows: [] };
    }
    batch.rows.push(withoutSecrets(table, row));
  }
  await flush();
  return count;
};

const adjustSequences = (client: pg.Client) =>
  client.query(
    `do $$ declare s record; begin
       for s in select pg_get_serial_sequence(format('public.%I', table_name), column_name) as seq, table_name, column_name
                from information_schema.columns
                where table_schema = 'public' and column_default like 'nextval%'
       loop
         execute format('select setval(%L, coalesce((select max(%I) from %I), 0) + 1, false)', s.seq, s.column_name, s.table_name);
       end loop; end $$`,
  );

/** The key of this site, which a restore leaves as it is. */
const readSignInKey = async (client: pg.Client): Promise<unknown> => {
  const { rows: tables } = await client.query(`select to_regclass('public.app_meta') as name`);
  if (!tables[0]?.name) return undefined;
  const { rows } = await client.query('select value from app_meta where key = $1', [SIGN_IN_KEY]);
  return rows[0]?.value;
};

/** Replaces everything, in the open transaction, by the tables and rows that the release of the backup had. */
export const fillTables = async (client: pg.Client, backup: CheckedBackup): Promise<number> => {
  const key = await readSignInKey(client);
  await dropTables(client);
  await runMigrations(client, { from: 0, to: backup.header.migrations });
  const count = await insertAll(client, backup);
  if (key !== undefined) {
    await client.query(
      'insert into app_meta (key, value) values ($1, $2) on conflict (key) do nothing',
      [SIGN_IN_KEY, JSON.stringify(key)],
    );
  }
  await adjustSequences(client);
  return count;
};

/**
 * Brings a backup into a database, replacing what is there, in one transaction; a site that runs on it hears of it.
 * The rows go into the tables as the release of the backup had them, and the migrations since then bring them on,
 * as they would have done with the database itself.
 */
export const restoreBackup = async (url: string, backup: CheckedBackup): Promise<number> => {
  const { migrations } = backup.header;
  const known = countKnownMigrations();
  if (migrations > known) throw new Error('This backup is of a newer release; update first');
  return withClient(url, async (client) => {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    // A server that starts meanwhile waits for the end of the transaction.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const count = await fillTables(client, backup);
    await runMigrations(client, { from: migrations });
    await client.query('commit');
    return count;
  });
};
