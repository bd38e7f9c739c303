import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '#platform/errors.ts';

const PIECE = 65_536;
/** Longer than any row that the product can store. */
const MAX_ROW = 8_000_000;
/** Spreadsheets of some countries write semicolons or tabs. */
const FIRST_DELIMITER = /^\uFEFF?"?\w*"?([,;\t])/;

function* piecesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

const delimiterOf = (bytes: Uint8Array) =>
  new TextDecoder().decode(bytes.subarray(0, 200)).match(FIRST_DELIMITER)?.[1] ?? ',';

export async function* readCsv(bytes: Uint8Array): AsyncGenerator<string[]> {
  if (!isUtf8(bytes)) {
    throw new AppError('invalid', 'The file is not in UTF-8. Save it as "CSV UTF-8" and try again');
  }
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(bytes),
    relax_column_count: true,
    max_record_size: MAX_ROW,
  });
  try {
    yield* Readable.from(piecesOf(bytes), { objectMode: false }).pipe(parser);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('invalid', `The file cannot be read as CSV: ${error.message}`);
  }
}
