import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { withClient } from './client.server.ts';
import { migrateDatabase } from './migrate.server.ts';

const { escapeIdentifier } = pg;
const BATCH = 500;

interface Header {
  format: 'family-office-software-backup';
  version: 1;
  /** How many migrations the tables had seen. */
  migrations: number;
  tables: string[];
}

const countMigrations = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.count ?? 0);
};

/** Referenced tables first, so that a restore meets every row's parent before the row. */
const listTables = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query(
    `select t.tablename as name,
            exists (select 1 from pg_constraint c where c.contype = 'f' and c.conrelid = format('public.%I', t.tablename)::regclass) as is_child
     from pg_tables t where t.schemaname = 'public' order by is_child, t.tablename`,
  );
  return rows.map((row) => String(row.name));
};

async function* linesOf(client: pg.Client): AsyncGenerator<string> {
  const tables = await listTables(client);
  const header: Header = {
    format: 'family-office-software-backup',
    version: 1,
    migrations: await countMigrations(client),
    tables,
  };
  yield `${JSON.stringify(header)}\n`;
  for (const table of tables) {
    await client.query(
      `declare backup_rows no scroll cursor for select row_to_json(t) as row from ${escapeIdentifier(table)} t`,
    );
    for (;;) {
      const { rows } = await client.query(`fetch ${BATCH} from backup_rows`);
      if (rows.length === 0) break;
      yield rows.map(({ row }) => `${JSON.stringify([table, row])}\n`).join('');
    }
    await client.query('close backup_rows');
  }
}

/** Every table as one moment saw it, whatever editors write meanwhile; the file appears only when whole. */
export const saveBackup = (url: string, file: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const draft = `${file}.part`;
    await pipeline(
      Readable.from(linesOf(client)),
      createGzip(),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await client.query('commit');
    await rename(draft, file);
  });

const insertRows = (client: pg.Client, table: string, rows: unknown[]) => {
  const name = escapeIdentifier(table);
  return client.query(
    `insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`,
    [JSON.stringify(rows)],
  );
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

const readHeader = (line: string): Header => {
  const header = JSON.parse(line) as Partial<Header>;
  if (header.format !== 'family-office-software-backup' || header.version !== 1) {
    throw new Error('This file is not a backup of this product');
  }
  return header as Header;
};

/** Brings a backup into a database, replacing what is there, in one transaction. */
export const restoreBackup = async (url: string, file: string): Promise<number> => {
  await migrateDatabase(url);
  return withClient(url, async (client) => {
    await client.query('begin');
    const lines = createInterface({
      input: createReadStream(file).pipe(createGunzip()),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    let header: Header | undefined;
    let count = 0;
    let batch: { table: string; rows: unknown[] } = { table: '', rows: [] };
    const flush = async () => {
      if (batch.rows.length > 0) await insertRows(client, batch.table, batch.rows);
      count += batch.rows.length;
    };
    for await (const line of lines) {
      if (!header) {
        header = readHeader(line);
        if (header.migrations > (await countMigrations(client))) {
          throw new Error('This backup is of a newer release; update first');
        }
        await client.query(
          `truncate ${(await listTables(client)).map(escapeIdentifier).join(', ')} cascade`,
        );
        continue;
      }
      const [table, row] = JSON.parse(line) as [string, unknown];
      if (table !== batch.table || batch.rows.length >= BATCH) {
        await flush();
        batch = { table, rows: [] };
      }
      batch.rows.push(row);
    }
    if (!header) throw new Error('This file is not a backup of this product');
    await flush();
    await adjustSequences(client);
    await client.query('commit');
    return count;
  });
};
