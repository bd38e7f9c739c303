import { ArrowUpRight } from './icons.tsx';
import { fixed } from './still/fixed.ts';

const HINT = ' (opens in a new tab)';

/** After the text of a link: an arrow to see, and a hint to hear. */
export const OpensInNewTab = fixed(() => (
  <>
    <ArrowUpRight aria-hidden className="ml-0.5 inline size-[0.95em] align-[-0.08em]" />
    <span className="sr-only">{HINT}</span>
  </>
));

/** The same on a button, where a gap sets the arrow apart. */
export const ButtonOpensInNewTab = fixed(() => (
  <>
    <ArrowUpRight aria-hidden className="size-4" />
    <span className="sr-only">{HINT}</span>
  </>
));
