import type { ChangeValues, FormValues } from '#admin/editor/form-types.ts';
import type { SeoResult } from '#platform/seo/analyser.ts';

/** What the SEO tab remembers while the form is open. */
export interface SeoState {
  keyphrase: string;
  /** The server's last response; it also knows the site's other pages. */
  generated: SeoResult | null;
}

const EMPTY: SeoState = { keyphrase: '', generated: null };

/** No field of any type: it lives with the form's values, goes with the form, and is never sent. */
const KEY = 'seoAnalysis';

export const readSeoState = (values: FormValues): SeoState =>
  (values[KEY] as SeoState | undefined) ?? EMPTY;

export const keepSeoState = (
  values: FormValues,
  onChange: ChangeValues,
  patch: Partial<SeoState>,
  fields: FormValues = {},
) => onChange({ ...fields, [KEY]: { ...readSeoState(values), ...patch } });
