import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { adminGet } from '#admin/api/admin-api.ts';
import type { FieldErrors } from '#admin/api/problems.ts';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { MarkdownInput } from '#admin/editor/fields/markdown-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { ChangeValues, FormValues } from '#admin/editor/form-types.ts';
import type { AnyItem } from '#kit/collection.ts';
import { FeaturedImage } from './featured-image.tsx';
import { TagsInput } from './tags-input.tsx';

interface ArticleFieldsProps {
  item: AnyItem | null;
  values: FormValues;
  errors: FieldErrors;
  onChange: ChangeValues;
  mayLackUrl: boolean;
}

const CONTENT_ROWS = 12;

const STATUS_OPTIONS = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The original stays what it was; readers get the rewritten words. */
const helpIf = (rewritten: unknown, what: string) =>
  textOf(rewritten) === ''
    ? {}
    : { help: `Readers see the rewritten ${what}, under Original and Rewritten` };

/** The fields of an article that a person writes. */
export function ArticleFields(props: ArticleFieldsProps) {
  const { values, errors, onChange, mayLackUrl } = props;
  const text = (key: string, label: string) => ({
    label,
    value: textOf(values[key]),
    onChange: (next: string) => onChange({ [key]: next }),
    error: errors[key],
  });
  return (
    <div className="grid gap-5">
      <TextInput {...text('title', 'Title')} required {...helpIf(values.rewrittenTitle, 'title')} />
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        <TextInput {...text('slug', 'Slug')} required />
        <TextInput
          {...text('originalUrl', 'Original URL')}
          inputMode="url"
          required={!mayLackUrl}
          {...(mayLackUrl ? { help: 'Empty for a piece of our own' } : {})}
        />
      </div>
      <MarkdownInput
        {...text('originalContent', 'Content')}
        required
        rows={CONTENT_ROWS}
        {...helpIf(values.rewrittenContent, 'text')}
      />
      <TextInput {...text('excerpt', 'Excerpt')} rows={3} />
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        <CategoryInput {...text('category', 'Category')} />
        <TagsInput
          value={Array.isArray(values.tags) ? (values.tags as string[]) : []}
          onChange={(tags) => onChange({ tags })}
          error={errors.tags}
        />
        <TextInput {...text('originalPublisher', 'Publisher')} />
        <TextInput {...text('originalAuthor', 'Author')} />
        <TextInput
          {...text('originalPublishedAt', 'Published on')}
          type="date"
          value={textOf(values.originalPublishedAt).slice(0, 10)}
        />
        <StatusInput {...props} />
      </div>
      <FlagInput
        label="Rewritten"
        checked={values.isRewritten === true}
        onChange={(isRewritten) => onChange({ isRewritten })}
        help="Marks the article as rewritten; its status stays as it is"
      />
      <FeaturedImage values={values} errors={errors} onChange={onChange} />
    </div>
  );
}

/** Draft or published; a rewritten article stays so unless somebody chooses. */
function StatusInput({ item, values, errors, onChange }: ArticleFieldsProps) {
  const isRewritten = item?.status === 'rewritten';
  return (
    <ChoiceInput
      label="Status"
      value={values.status === 'rewritten' ? '' : textOf(values.status)}
      onChange={(status) => onChange({ status: status === '' ? 'rewritten' : status })}
      options={STATUS_OPTIONS}
      {...(isRewritten ? { empty: 'Rewritten (kept)' } : {})}
      error={errors.status}
    />
  );
}

interface CategoryInputProps {
  label: string;
  value: string;
  onChange: (category: string) => void;
  error: string | undefined;
}

/** Typed freely; the categories in use are suggested. */
function CategoryInput(props: CategoryInputProps) {
  const listId = useId();
  const { data: categories = [] } = useQuery({
    queryKey: ['/api/categories', 'admin'],
    queryFn: () => adminGet<string[]>('/api/categories'),
  });
  return (
    <div className="min-w-0">
      <TextInput {...props} list={listId} />
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </div>
  );
}
