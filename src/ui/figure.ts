/** Amounts and counts, not sentences: Inter's tabular set also widens hyphens, which spoils words. */
export function isFigure(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && /^[<>~]?\s*[$€£]?\d[\d\s.,$€£%MBKTbnk+–-]*$/.test(value);
}
