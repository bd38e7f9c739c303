import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Figures {
  rounds: number;
  requests: number;
  faults: number;
  losses: number;
  /** From the end of a fault to the first whole response. */
  worstRecoveryMs?: number;
  note?: string;
}

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

export const isFull = process.env.FAULTS === 'full';

/** `npm run test:faults` makes all rounds; `npm test` makes a few of each. FAULT_ROUNDS bounds both. */
export const roundsOf = (all: number, few: number): number =>
  Math.min(isFull ? all : few, Number(process.env.FAULT_ROUNDS ?? Number.POSITIVE_INFINITY));

export const minutesOfSoak = (): number => Number(process.env.FAULT_SOAK_MINUTES ?? 10);

/** Prints what a fault did, and keeps it for the table of the whole run. */
export const record = (name: string, figures: Figures) => {
  const rounded =
    figures.worstRecoveryMs === undefined
      ? figures
      : { ...figures, worstRecoveryMs: Math.round(figures.worstRecoveryMs) };
  if (!isFull) return;
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, `${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.json`);
  writeFileSync(file, `${JSON.stringify({ name, ...rounded }, null, 2)}\n`);
  process.stdout.write(`${name}: ${JSON.stringify(rounded)}\n`);
};
