import { useEffect, useEffectEvent, useState } from 'react';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { useShortcuts } from './key-line.tsx';
import { type Place, SHORTCUTS } from './shortcuts.ts';
import { isFreeKey, setSingleKeys, useSingleKeys } from './single-keys.ts';

const isPlace = (name: string): name is Place => Object.hasOwn(SHORTCUTS, name);
const PLACES = Object.keys(SHORTCUTS).filter(isPlace);

/** Opened by ?, and by its own button: all shortcuts, and the switch for those that are single keys. */
export function ShortcutsButton() {
  const [isOpen, setIsOpen] = useState(false);
  const isOn = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.key !== '?' || !isFreeKey(event)) return;
    event.preventDefault();
    setIsOpen(true);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        onClick={() => setIsOpen(true)}
        className="inline-flex size-11 items-center justify-center border border-control text-sm text-soft hover:text-accent"
      >
        ?
      </button>
      {isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = useShortcuts(PLACES);
  const isOn = useSingleKeys();
  return (
    <DialogFrame title="Keyboard shortcuts" size="medium" onClose={onClose}>
      <FlagInput
        label="Single keys do something in this browser"
        checked={isOn}
        onChange={setSingleKeys}
      />
      <div className="mt-2 gap-x-8 sm:columns-2">
        {groups.map(({ title, keys: all }) => (
          <section key={title} className="break-inside-avoid pt-4">
            <h3 className="border-b border-heavy pb-1.5 font-sans text-xs font-semibold">
              {title}
            </h3>
            <dl>
              {all.map(({ keys, does }) => (
                <div key={keys} className="flex gap-4 border-b border-line py-1.5 text-sm">
                  <dt className="w-28 shrink-0">
                    <kbd className="font-sans text-xs text-soft">{keys}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}
