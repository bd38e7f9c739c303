import { type ReactNode, useState } from 'react';
import { ChevronDown } from '#ui/icons.tsx';
import { BESIDE, useWide } from './editor/writing/use-wide.ts';
import { isOwnTab, OWN_TABS } from './own-tabs.ts';
import { findTab } from './tabs.ts';

/** Beside the list where there is room; on a small screen behind a button that names the open tab. */
export function PanelMenu({ current, children }: { current: string; children: ReactNode }) {
  const isWide = useWide(BESIDE);
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState(current);
  // Another tab closes the menu.
  if (shown !== current) {
    setShown(current);
    setIsOpen(false);
  }
  if (isWide) return <div>{children}</div>;
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="panel-menu"
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between border border-control px-4 text-sm font-medium"
      >
        {isOwnTab(current) ? OWN_TABS[current].label : findTab(current)?.label.many}
        <span className="flex items-center gap-2 text-faint">
          All content
          <ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </span>
      </button>
      <div id="panel-menu" hidden={!isOpen} className="mt-4">
        {children}
      </div>
    </div>
  );
}
