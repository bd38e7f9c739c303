import { type ComponentType, useEffect, useState } from 'react';
import type { RichTextProps } from './rich-text.tsx';

type Part = ComponentType<RichTextProps> | null;

let loaded: Part = null;

const fetchRichText = async () => {
  // The text area works without it.
  const part = await import('./rich-text.tsx').catch(() => null);
  loaded = part?.RichText ?? null;
  return loaded;
};

/** The editor, fetched when it is first needed: undefined until it is here, null when it cannot be fetched. */
export const useRichTextPart = (isNeeded = true): Part | undefined => {
  const [part, setPart] = useState<Part | undefined>(() => loaded ?? undefined);
  useEffect(() => {
    if (!isNeeded || part !== undefined) return;
    let isCurrent = true;
    void fetchRichText().then((fetched) => isCurrent && setPart(() => fetched));
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, part]);
  return part;
};
