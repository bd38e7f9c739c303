export const TAB_TITLE = 'tab-title';

/** The focused element went with its item: the tab's heading takes the focus. */
export const focusTab = () => {
  // The list is drawn anew a moment after its data came.
  setTimeout(() => {
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) document.getElementById(TAB_TITLE)?.focus();
  }, 50);
};
