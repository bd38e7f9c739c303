import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  items: readonly TabItem[];
  label: string;
  value?: string;
  onValueChange?: (value: string) => void;
}

export function Tabs({ items, label, value, onValueChange }: TabsProps) {
  return (
    <RadixTabs.Root value={value} defaultValue={items[0]?.value} onValueChange={onValueChange}>
      <RadixTabs.List
        aria-label={label}
        className="flex gap-3 overflow-x-auto overflow-y-hidden border-b border-rule"
      >
        {items.map((item) => (
          <RadixTabs.Trigger
            key={item.value}
            value={item.value}
            className="-mb-px min-h-11 shrink-0 border-b-2 px-1.5 border-transparent text-sm font-medium text-soft -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {item.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {items.map((item) => (
        <RadixTabs.Content key={item.value} value={item.value} className="pt-6">
          {item.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
