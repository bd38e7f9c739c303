import { useQuery } from '@tanstack/react-query';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { Chip } from '#ui/chip.tsx';

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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame
        <div role="group" aria-label="Search terms" className="flex flex-wrap gap-2">
          {offered.map(({ id, term }) => (
            <Chip key={id} selected={value === term} onClick={() => onChange(term)}>
              {term}
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}
