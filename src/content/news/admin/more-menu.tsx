import { DropdownMenu } from 'radix-ui';
import { Button } from '#ui/button.tsx';

interface MoreMenuProps {
  /** The item that it is about. */
  title: string;
  action: { label: string; isDisabled: boolean; hint?: string | undefined; run: () => void };
}

/** Seldom used actions of an item, behind one button. */
export function MoreMenu({ title, action }: MoreMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button size="sm" aria-label={`More: ${title}`}>
          More
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          className="z-40 min-w-40 animate-fade border border-rule bg-raised py-1 text-sm shadow-float"
        >
          <DropdownMenu.Item
            disabled={action.isDisabled}
            title={action.hint}
            onSelect={action.run}
            className="flex min-h-11 items-center px-4 outline-none data-disabled:opacity-50 data-highlighted:bg-sunken"
          >
            {action.label}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
