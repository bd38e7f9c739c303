import { clsx } from 'clsx';
import { useMay } from '#admin/may.tsx';
import type { Selection } from './use-selection.ts';

interface SelectBoxProps {
  id: number;
  title: string;
  selection: Selection;
  className?: string;
}

export function SelectBox({ id, title, selection, className }: SelectBoxProps) {
  const mayWrite = useMay('editor');
  if (!mayWrite) return null;
  return (
    <input
      type="checkbox"
      aria-label={`Select ${title}`}
      checked={selection.has(id)}
      onChange={(event) => selection.select([id], event.target.checked)}
      className={clsx('size-6 shrink-0 accent-accent-fill', className)}
    />
  );
}
