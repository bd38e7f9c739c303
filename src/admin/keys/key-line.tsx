import { useMe } from '#admin/me.ts';
import { hasRole } from '#platform/roles.ts';
import { type Place, shortcutsOf } from './shortcuts.ts';
import { useSingleKeys } from './single-keys.ts';

/** A screen's own shortcuts, in a line above its list. */
export function KeyLine({ place }: { place: Place }) {
  const me = useMe();
  if (!useSingleKeys()) return null;
  const keys = shortcutsOf(place, (least) => hasRole(me, least));
  return (
    <p className="mt-3 text-xs text-faint max-sm:hidden">
      {keys.map(({ keys: pressed, does }) => `${pressed}: ${does}`).join(' · ')}
    </p>
  );
}
