import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { MAIN_ID } from './chrome/skip-link.tsx';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from './tooltip-constants.ts';

interface TooltipProps {
  /** Plain text or a short preview. */
  content: ReactNode;
  /** One focusable element: a link or a button. */
  children: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** One provider for a whole page lets the second tooltip open at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider
      delayDuration={TOOLTIP_DELAY_MS}
      skipDelayDuration={TOOLTIP_SKIP_DELAY_MS}
    >
      {children}
    </RadixTooltip.Provider>
  );
}

/** Inside main, so that the text stays within a landmark. */
function findMain() {
  return typeof document === 'undefined' ? null : document.getElementById(MAIN_ID);
}

export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal container={findMain()}>
        <RadixTooltip.Content
          side={side}
          sideOffset={8}
          collisionPadding={12}
          className="z-50 max-w-xs animate-fade border border-rule bg-raised px-3.5 py-2.5 text-xs text-ink shadow-float"
        >
          {content}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}

interface HoverPreviewProps extends Omit<TooltipProps, 'content'> {
  title: string;
  text: string;
}

export function HoverPreview({ title, text, children, side }: HoverPreviewProps) {
  const preview = (
    <>
      <strong className="block font-serif text-base font-semibold">{title}</strong>
      <span className="mt-1 block text-soft">{text}</span>
    </>
  );
  return (
    <Tooltip content={preview} side={side}>
      {children}
    </Tooltip>
  );
}
