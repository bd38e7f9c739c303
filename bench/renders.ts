import { createAsk, editVendor, listVendors, percentile } from './client.ts';
import type { BenchPage } from './pages.ts';
import type { Product } from './product.ts';

export interface RenderTimes {
  path: string;
  /** What pages share (facets, relations, terms) is remembered. */
  p50: number;
  /** Nothing is remembered: each render follows an edit. */
  afterEdit: number;
}

const EDITS = 12;

/** Renders over HTTP for somebody who is signed in, whom no cache serves: queries, React and all. */
export const measureRenders = async (
  { port }: Product,
  { pages, cookie, rounds }: { pages: readonly BenchPage[]; cookie: string; rounds: number },
): Promise<RenderTimes[]> => {
  const ask = createAsk(port, { cookie });
  const vendors = await listVendors(ask);
  const render = async (path: string) => {
    const { status, ms } = await ask(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return ms;
  };
  const times = new Map(pages.map(({ path }) => [path, [] as number[]]));
  for (const path of times.keys()) await render(path);
  // In turns, so that whatever else the machine does falls on all pages alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const [path, taken] of times) taken.push(await render(path));
  }
  const results: RenderTimes[] = [];
  for (const [path, taken] of times) {
    const cold: number[] = [];
    for (let edit = 0; edit < EDITS; edit += 1) {
      await editVendor(ask, vendors, edit);
      cold.push(await render(path));
    }
    results.push({ path, p50: percentile(taken, 0.5), afterEdit: percentile(cold, 0.5) });
  }
  return results;
};
