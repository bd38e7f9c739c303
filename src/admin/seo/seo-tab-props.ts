import type { FieldErrors } from '#admin/api/problems.ts';
import type { ChangeValues, FormValues } from '#admin/editor/form-types.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { SeoState } from './seo-state.ts';

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
