import type { FieldErrors } from '#admin/api/problems.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { ChangeValues, FormValues } from '#admin/editor/form-types.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';

export interface SeoTabProps {
  collection: Collection;
  values: FormValues;
  onChange: ChangeValues;
  /** The stored item; null while it is being created. */
  item: AnyItem | null;
  errors?: FieldErrors;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** What search engines show of an item. */
export function SeoTab({ values, onChange, errors = {} }: SeoTabProps) {
  return (
    <div className="grid gap-5">
      <TextInput
        label="Meta title"
        value={asText(values.metaTitle)}
        onChange={(metaTitle) => onChange({ metaTitle })}
        cap={60}
        placeholder="50-60 characters"
        error={errors.metaTitle}
      />
      <TextInput
        label="Meta description"
        value={asText(values.metaDescription)}
        onChange={(metaDescription) => onChange({ metaDescription })}
        cap={160}
        rows={3}
        placeholder="150-160 characters"
        error={errors.metaDescription}
      />
    </div>
  );
}
