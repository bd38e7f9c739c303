export const TAB_TITLE = 'tab-title';

/** What had the focus is gone with the item it belonged to: the reader goes on at the tab's heading. */
export const focusTab = () => {
  // The list is drawn anew a moment after its data came.
  setTimeout(() => {
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) document.getElementById(TAB_TITLE)?.focus();
  }, 50);
};
