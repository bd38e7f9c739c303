import type { Place } from './shortcuts.ts';
import { useSingleKeys } from './single-keys.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** A screen's own shortcuts, in a line above its list. */
export function KeyLine({ place }: { place: Place }) {
  const [group] = useShortcuts([place]);
  if (!useSingleKeys()) return null;
  return (
    <p className="mt-3 text-xs text-faint max-sm:hidden">
      {group?.keys.map(({ keys, does }) => `${keys}: ${does}`).join(' · ')}
    </p>
  );
}
