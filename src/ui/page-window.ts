/** The page numbers to print: ends, the current one and its neighbors; null is a gap. */
export function listPages(current: number, total: number): (number | null)[] {
  const wanted = new Set([1, total, current - 1, current, current + 1]);
  const pages = [...wanted].filter((page) => page >= 1 && page <= total).sort((a, b) => a - b);
  const out: (number | null)[] = [];
  for (const page of pages) {
    const before = out.at(-1);
    if (before != null && page - before === 2) out.push(page - 1);
    if (before != null && page - before > 2) out.push(null);
    out.push(page);
  }
  return out;
}
