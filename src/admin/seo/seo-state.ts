import { useState } from 'react';
import type { FieldErrors } from '#admin/api/problems.ts';
import type { ChangeValues, FormValues } from '#admin/editor/form-types.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { SeoResult } from '#platform/seo/analyser.ts';

export interface SeoState {
  keyphrase: string;
  /** The server's last response; it also knows the site's other pages. */
  generated: SeoResult | null;
}

export interface SeoTabProps {
  collection: Collection;
  values: FormValues;
  onChange: ChangeValues;
  /** The stored item; null while it is being created. */
  item: AnyItem | null;
  errors?: FieldErrors;
  seo: SeoState;
  onSeoChange: (seo: SeoState) => void;
}

/** State of the SEO tab, kept by the form because the tab unmounts when another is shown. */
export const useSeoState = () => {
  const [seo, onSeoChange] = useState<SeoState>({ keyphrase: '', generated: null });
  return { seo, onSeoChange };
};
