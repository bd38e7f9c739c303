import { useState } from 'react';
import type { SeoResult } from '#platform/seo/analyser.ts';

export interface SeoState {
  keyphrase: string;
  /** The server's last response; it also knows the site's other pages. */
  generated: SeoResult | null;
}

/** What the SEO tab remembers while the form is open: kept by the form, since the tab itself goes when another is shown. */
export const useSeoState = () => {
  const [seo, onSeoChange] = useState<SeoState>({ keyphrase: '', generated: null });
  return { seo, onSeoChange };
};
