import pg from 'pg';
import { CHANGES_CHANNEL, emitChange } from '#platform/changes.server.ts';
import { type CheckedBackup, readRows, writeBackup } from './backup-file.server.ts';
import { withClient } from './client.server.ts';
import { migrateDatabase } from './migrate.server.ts';

const { escapeIdentifier } = pg;
/** A piece of a picture is half a megabyte as text, so that no batch gets beyond 25. */
const BATCH = 50;
/** Short-lived state belongs to no backup, and a restore leaves it alone. */
const TRANSIENT = ['rate_limits', 'timed_jobs', 'feed_results'];
/** Bearer secrets: a stray backup file opens nothing, and a restore revives nothing that was ended since. */
const OPENING = ['sessions', 'invitations', 'preview_links', 'api_tokens', 'vendor_links'];
/** Which create a key stands for: after a restore its item may be another. */
const KEYS = 'idempotency_keys';
/** Old events, sent from a copy of the site, would tell what is no longer so. */
const OUTBOX = 'webhook_deliveries';
const LEFT_OUT = [...TRANSIENT, ...OPENING, KEYS, OUTBOX];
/** Secrets in tables that are saved, and what refers to rows that are not. */
const ONE_TIME_COLUMNS = [
  'reset_token',
  'reset_token_expiry',
  'signing_secret',
  'sealed_secrets',
  'link_id',
];
/** The comment of a table that triggers write: restoring what it follows writes it anew. */
const DERIVED = 'derived';

const countMigrations = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.count ?? 0);
};

/** Referenced tables first, so that a restore meets every row's parent before the row. */
const listTables = async (client: pg.Client, leftOut: string[]): Promise<string[]> => {
  const { rows } = await client.query(
    `with recursive parents as (
       select conrelid as child, confrelid as parent from pg_constraint where contype = 'f' and conrelid <> confrelid
       union select p.child, c.confrelid from parents p join pg_constraint c on c.conrelid = p.parent and c.contype = 'f'
     )
     select t.tablename as name,
            (select count(*) from parents p where p.child = format('public.%I', t.tablename)::regclass) as depth
     from pg_tables t where t.schemaname = 'public' and t.tablename <> all($1)
       and obj_description(format('public.%I', t.tablename)::regclass) is distinct from $2 order by depth, t.tablename`,
    [leftOut, DERIVED],
  );
  return rows.map((row) => String(row.name));
};

const withoutOneTime = (row: Record<string, unknown>) => {
  for (const column of ONE_TIME_COLUMNS) delete row[column];
  return row;
};

async function* rowsOf(
  client: pg.Client,
  tables: string[],
): AsyncGenerator<[string, Record<string, unknown>][]> {
  for (const table of tables) {
    await client.query(
      `declare backup_rows no scroll cursor for select row_to_json(t) as row from ${escapeIdentifier(table)} t`,
    );
    for (;;) {
      const { rows } = await client.query(`fetch ${BATCH} from backup_rows`);
      if (rows.length === 0) break;
      yield rows.map(({ row }) => [table, withoutOneTime(row)]);
    }
    await client.query('close backup_rows');
  }
}

/** Every table as one moment saw it, whatever editors write meanwhile. */
export const saveBackup = (url: string, file: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client, LEFT_OUT);
    const header = { migrations: await countMigrations(client), tables };
    await writeBackup(file, header, rowsOf(client, tables));
    await client.query('commit');
  });

/** Only the columns that the backup knows: those of a later release keep their defaults. */
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
  for await (const [table, row] of readRows(backup)) {
    if (LEFT_OUT.includes(table)) continue;
    if (table !== batch.table || batch.rows.length >= BATCH) {
      await flush();
      batch = { table, rows: [] };
    }
    // A file of an earlier release has them.
    batch.rows.push(withoutOneTime(row));
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

/** Brings a backup into a database, replacing what is there, in one transaction; a site that runs on it hears of it. */
export const restoreBackup = async (url: string, backup: CheckedBackup): Promise<number> => {
  await migrateDatabase(url);
  const rows = await withClient(url, async (client) => {
    if (backup.header.migrations > (await countMigrations(client))) {
      throw new Error('This backup is of a newer release; update first');
    }
    await client.query('begin');
    const tables = (await listTables(client, TRANSIENT)).map(escapeIdentifier).join(', ');
    await client.query(`truncate ${tables} cascade`);
    const count = await insertAll(client, backup);
    await adjustSequences(client);
    await client.query('select pg_notify($1, $2)', [CHANGES_CHANNEL, JSON.stringify(['*'])]);
    await client.query('commit');
    return count;
  });
  emitChange(['*']);
  return rows;
};
