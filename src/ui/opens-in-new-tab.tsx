import { fixed } from './still/fixed.ts';

/** What is heard after the text of a link that carries the class `external`, whose arrow is what is seen. */
export const OpensInNewTab = fixed(() => <span className="sr-only"> (opens in a new tab)</span>);
