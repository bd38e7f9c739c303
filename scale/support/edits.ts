import { ask } from '#testing/serve.ts';

export interface Edited {
  id: number;
  slug: string;
  /** The description that it was last given. */
  text: string;
}

/** Another node hears of a change within a second (PROMISE 23); a busy machine may take longer, and a replica of 5 s longer still. */
const OTHER_NODE_MS = 3000;

/** SCALE_EDITS=40 makes fewer, to try a test. */
export const EDITS = Number(process.env.SCALE_EDITS ?? 1000);

export const listVendors = async (port: number, count: number): Promise<Edited[]> => {
  const rows: { id: number; slug: string; description: string }[] = JSON.parse(
    (await ask(port, `/api/vendors?limit=${count}`)).text,
  );
  return rows.map(({ id, slug, description }) => ({ id, slug, text: description }));
};

/**
 * Editors at work on two nodes, each on a vendor of its own: after each edit its page is read where it was made, which shows
 * it at once, and on the other node, which shows it soon and never again what was there before.
 */
export const editOnTwo = (ports: readonly [number, number], cookie: string) => {
  const seen = { edits: 0, reads: 0, failed: [] as string[], stale: [] as string[] };
  const laterMs: number[] = [];

  const read = async (port: number, path: string, text: string) => {
    const reply = await ask(port, path);
    seen.reads += 1;
    if (reply.status !== 200) seen.failed.push(`${reply.status} ${path}`);
    return reply.text.includes(text);
  };

  const edit = async (vendor: Edited, at: number) => {
    const [here, there] = at % 2 === 0 ? ports : ports.toReversed();
    const paths = [`/api/vendors/${vendor.slug}`, `/vendors/${vendor.slug}`];
    const text = `Edit ${at} of ${vendor.slug}.`;
    const saved = await ask(here ?? 0, `/api/vendors/${vendor.id}`, {
      method: 'PUT',
      json: { description: text },
      headers: { cookie },
    });
    const since = performance.now();
    seen.edits += 1;
    if (saved.status !== 200) {
      seen.failed.push(`${saved.status} ${saved.text}`);
      return;
    }
    vendor.text = text;
    for (const path of paths) {
      if (!(await read(here ?? 0, path, text)))
        seen.stale.push(`${text} ${path} where it was made`);
    }
    for (const path of paths) {
      let isThere = await read(there ?? 0, path, text);
      while (!isThere && performance.now() - since < OTHER_NODE_MS) {
        isThere = await read(there ?? 0, path, text);
      }
      if (!isThere) seen.stale.push(`${text} ${path} on the other node`);
      laterMs.push(performance.now() - since);
    }
    for (const path of paths) {
      if (!(await read(there ?? 0, path, text))) seen.stale.push(`${text} ${path} once more`);
    }
  };

  return {
    seen,
    laterMs,
    /** So many edits by each editor. */
    async work(vendors: readonly Edited[], rounds: number) {
      const from = seen.edits;
      const byOne = async (vendor: Edited) => {
        for (let round = 0; round < rounds; round += 1) await edit(vendor, from + round);
      };
      await Promise.all(vendors.map(byOne));
    },
  };
};
