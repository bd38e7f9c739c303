/** What a comment is about: '' is the whole item, or no quoted words. */
export interface About {
  field: string;
  quote: string;
}

const MAX_QUOTE = 1000;

/** An input keeps its selection to itself. */
const selectedIn = (element: Element | null): string | undefined => {
  const isText =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && element.type === 'text');
  return isText
    ? element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0)
    : undefined;
};

/** The words that are selected in a field of the form; undefined outside of one. */
export const readSelection = (): About | undefined => {
  const { activeElement } = document;
  const selection = document.getSelection();
  const start = selection?.anchorNode;
  const typed = selectedIn(activeElement);
  const place = typed === undefined && start instanceof Text ? start.parentElement : start;
  const element = typed === undefined ? place : activeElement;
  const named = element instanceof Element ? element.closest('form [data-field]') : null;
  const field = named?.getAttribute('data-field');
  if (!field) return undefined;
  const words = typed ?? String(selection);
  return { field, quote: words.replace(/\s+/g, ' ').trim().slice(0, MAX_QUOTE) };
};
