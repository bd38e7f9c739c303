import type { ChangeEvent } from 'react';
import { fromFile, type Shared } from '../share.ts';

/** A file that was saved from this page; it is read here and never sent. */
export function OpenFile({ label, onOpened }: { label: string; onOpened(shared: Shared): void }) {
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    onOpened(await fromFile(file));
    target.value = '';
  };
  return (
    <label className="no-print block max-w-full min-w-0 text-sm">
      <span className="mb-1 block text-xs font-medium text-soft">{label}</span>
      <input type="file" accept="application/json,.json" onChange={read} className="max-w-full" />
    </label>
  );
}
