import { useEffect, useRef } from 'react';

const PROBLEM = '[data-problem]';
const INPUT =
  '[contenteditable="true"], :is(input, textarea, select):not([type="file"], [tabindex="-1"])';

/** After each refusal: brings the first field that is wrong into view, with the cursor in it. */
export const useFirstProblem = (refusals: number) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const first = form.current?.querySelector<HTMLElement>(PROBLEM);
    if (!first) return;
    const input = first.querySelector<HTMLElement>(INPUT) ?? first.querySelector('button');
    input?.focus({ preventScroll: true });
    first.scrollIntoView({ block: 'center' });
  }, [refusals]);
  return form;
};
