import type { FieldErrors } from '#admin/api/problems.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { ChangeValues, FormValues } from '#admin/editor/form-types.ts';
import { textOf } from '#admin/editor/form-values.ts';

interface MetaFieldsProps {
  values: FormValues;
  errors?: FieldErrors;
  onChange: ChangeValues;
}

/** The two texts for search engines, as long as they show them. */
export function MetaFields({ values, errors = {}, onChange }: MetaFieldsProps) {
  return (
    <div className="grid gap-5">
      <TextInput
        label="Meta title"
        value={textOf(values.metaTitle)}
        onChange={(metaTitle) => onChange({ metaTitle })}
        cap={60}
        placeholder="50-60 characters"
        error={errors.metaTitle}
      />
      <TextInput
        label="Meta description"
        value={textOf(values.metaDescription)}
        onChange={(metaDescription) => onChange({ metaDescription })}
        cap={160}
        rows={3}
        placeholder="150-160 characters"
        error={errors.metaDescription}
      />
    </div>
  );
}
