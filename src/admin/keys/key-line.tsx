import { useMe } from '#admin/me.ts';
import { useNoAi } from '#admin/no-ai.ts';
import { hasRole } from '#platform/roles.ts';
import { type Place, SHORTCUTS, type Shortcut } from './shortcuts.ts';
import { useSingleKeys } from './single-keys.ts';

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

/** The shortcuts of these places that this person can use. */
export const useShortcuts = (places: readonly Place[]) => {
  const me = useMe();
  const groups = places.map((place) => {
    const keys: readonly Shortcut[] = SHORTCUTS[place].keys;
    return { title: SHORTCUTS[place].title, keys };
  });
  const hasNoAi = useNoAi(groups.some(({ keys }) => keys.some(({ needsAi }) => needsAi))) !== null;
  const isOffered = ({ least, needsAi }: Shortcut) =>
    (!least || hasRole(me, least)) && !(needsAi && hasNoAi);
  return groups.map(({ title, keys }) => ({ title, keys: keys.filter(isOffered) }));
};
