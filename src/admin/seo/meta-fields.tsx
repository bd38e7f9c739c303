import { useQuery } from '@tanstack/react-query';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import type { FieldErrors } from '#admin/api/problems.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { ChangeValues, FormValues } from '#admin/editor/form-types.ts';
import { textOf } from '#admin/editor/form-values.ts';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';

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

interface KeyphraseFieldProps {
  value: string;
  onChange: (keyphrase: string) => void;
}

interface Term {
  id: number;
  term: string;
  isActive: boolean;
}

const MAX_TERMS = 8;

/** The first eight active search terms, in the order of their own list. */
export const quickTerms = <T extends Pick<Term, 'isActive'>>(terms: readonly T[]): T[] =>
  terms.filter(({ isActive }) => isActive).slice(0, MAX_TERMS);

/** The phrase to be found by; the site's search terms fill it with one click. */
export function KeyphraseField({ value, onChange }: KeyphraseFieldProps) {
  const terms = useQuery(adminListQuery('/api/search-terms'));
  const offered = quickTerms(terms.data?.items ?? []);
  return (
    <div className="grid gap-2">
      <TextInput
        label="Target keyphrase"
        value={value}
        onChange={onChange}
        cap={255}
        placeholder="Optional: the phrase readers would search for"
      />
      {offered.length > 0 && (
        <ChoiceChips
          label="Search terms"
          options={offered.map(({ term }) => ({ value: term, label: term }))}
          chosen={value}
          onChoose={onChange}
        />
      )}
    </div>
  );
}
