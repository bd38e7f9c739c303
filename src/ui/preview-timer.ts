import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from './tooltip-constants.ts';

/** A preview opens at once when another has closed a moment ago, else after the delay. */
export function openDelay(now: number, closedAt: number | null): number {
  if (closedAt !== null && now - closedAt < TOOLTIP_SKIP_DELAY_MS) return 0;
  return TOOLTIP_DELAY_MS;
}
