export const TAB_TITLE = 'tab-title';

/** The focused element went with its item: the tab's heading takes the focus; one that is still there has it again. */
export const focusTab = (from: Element | null = null) => {
  // The list is drawn anew a moment after its data came.
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) return;
    const isThere = from instanceof HTMLElement && from !== body && from.isConnected;
    const target = isThere ? from : document.getElementById(TAB_TITLE);
    target?.focus();
  }, 50);
};
