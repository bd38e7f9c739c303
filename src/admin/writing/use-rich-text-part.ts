import { type ComponentType, useEffect, useState } from 'react';
import type { RichTextProps } from './rich-text.tsx';

let loaded: ComponentType<RichTextProps> | null = null;

const fetchRichText = async () => {
  // The text area works without it.
  const part = await import('./rich-text.tsx').catch(() => null);
  loaded = part?.RichText ?? null;
  return loaded;
};

/** Whether the editor is here, or is known not to come: a form that was open before it would move under the pointer. */
export const useRichTextTried = (isNeeded: boolean): boolean => {
  const [isTried, setIsTried] = useState(() => loaded !== null);
  useEffect(() => {
    if (!isNeeded || isTried) return;
    let isCurrent = true;
    void fetchRichText().then(() => isCurrent && setIsTried(true));
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, isTried]);
  return !isNeeded || isTried;
};

/** The editor, fetched with the first text field; null until it is here, and for good when it cannot be fetched. */
export const useRichTextPart = (): ComponentType<RichTextProps> | null => {
  const [Part, setPart] = useState(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let isCurrent = true;
    void fetchRichText().then((part) => isCurrent && setPart(() => part));
    return () => {
      isCurrent = false;
    };
  }, []);
  return Part;
};
