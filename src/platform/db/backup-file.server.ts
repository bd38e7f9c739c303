import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { pipeline as pipe } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import { codeOf } from '#platform/causes.server.ts';

const headerSchema = z.object({
  format: z.literal('family-office-software-backup'),
  version: z.literal(2),
  /** How many migrations the tables had seen. */
  migrations: z.number(),
  tables: z.array(z.string()),
});

const endSchema = z.object({ rows: z.number(), sha256: z.string() });
const rowSchema = z.tuple([z.string(), z.record(z.string(), z.unknown())]);

type Header = z.output<typeof headerSchema>;
type Row = z.output<typeof rowSchema>;

/** A file that was read to its end and found whole. */
export interface CheckedBackup {
  file: string;
  header: Header;
}

const parseAs = <S extends z.ZodType>(schema: S, line: string): z.output<S> | undefined => {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};

const notABackup = () => new Error('This file is not a backup of this product');
const notWhole = () =>
  new Error('This backup is not whole, or was changed after it was made; nothing was restored');

/** Split at line feeds alone: a text may hold other characters that end a line elsewhere. */
async function* readLines(file: string): AsyncGenerator<string> {
  const text: Readable = pipeline(createReadStream(file), createGunzip(), () => undefined);
  let rest = '';
  for await (const chunk of text.setEncoding('utf8')) {
    rest += String(chunk);
    // A long line comes in many chunks: it is looked at once, when its end is there.
    if (!String(chunk).includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw notWhole();
}

const explain = (error: unknown): unknown => {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return notWhole();
  return code === 'Z_DATA_ERROR' ? notABackup() : error;
};

/** Reads the whole file, and resolves only when it ends with the count and the checksum of what it holds. */
export const checkBackup = async (file: string): Promise<CheckedBackup> => {
  const hash = createHash('sha256');
  let header: Header | undefined;
  let last: string | undefined;
  let rows = -1;
  try {
    for await (const line of readLines(file)) {
      header ??= parseAs(headerSchema, line);
      if (!header) throw notABackup();
      if (last !== undefined) hash.update(`${last}\n`);
      last = line;
      rows += 1;
    }
  } catch (error) {
    throw explain(error);
  }
  if (!header) throw notABackup();
  const end = parseAs(endSchema, last ?? '');
  // The header and the last line are no rows.
  if (!end || end.rows !== rows - 1 || end.sha256 !== hash.digest('hex')) throw notWhole();
  return { file, header };
};

export async function* readRows({ file }: CheckedBackup): AsyncGenerator<Row> {
  for await (const line of readLines(file)) {
    const row = parseAs(rowSchema, line);
    if (row) yield row;
  }
}

/** Adds the last line, by which a file proves that it is whole. */
async function* withEnd(
  header: Omit<Header, 'format' | 'version'>,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let rows = 0;
  const write = (values: unknown[]) => {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    hash.update(text);
    return text;
  };
  yield write([{ format: 'family-office-software-backup', version: 2, ...header }]);
  for await (const batch of batches) {
    rows += batch.length;
    yield write(batch);
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`;
}

/** The file appears only when it is whole; a failed run leaves nothing behind. */
export const writeBackup = async (
  file: string,
  header: Omit<Header, 'format' | 'version'>,
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const draft = `${file}.part`;
  try {
    await pipe(withEnd(header, batches), createGzip(), createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};
