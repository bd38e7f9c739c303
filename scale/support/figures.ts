import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

/** Prints what was measured, and keeps it for the table of the whole run; the names of figures say their units. */
export const record = (name: string, figures: Record<string, number | string>) => {
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([what, value]) => [
      what,
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ]),
  );
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, `${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.json`);
  writeFileSync(file, `${JSON.stringify({ name, ...rounded }, null, 2)}\n`);
  process.stdout.write(`${name}: ${JSON.stringify(rounded)}\n`);
};

/** Of many times the one that this share of them stays below. */
export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;
