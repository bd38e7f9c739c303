import { useQuery } from '@tanstack/react-query';
import { use, useId, useState } from 'react';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { FieldFrame, type InputProps } from '#admin/editor/fields/field-frame.tsx';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { MarkdownInput } from '#admin/editor/fields/markdown-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { textOf } from '#admin/editor/form-values.ts';
import type { FormView } from '#admin/editor/item-editor.tsx';
import { WrittenContext } from '#admin/editor/writing/written-fields.ts';
import { statusOptions } from '#content/news/admin/news-data.ts';
import {
  type ArticleField,
  type ArticleForm,
  findMissing,
  type Origin,
  originOf,
  splitTags,
} from './article-check.ts';
import { FeaturedImage } from './featured-image.tsx';

const CONTENT_ROWS = 12;

/** The original stays unchanged; readers get the rewritten words. */
const helpIf = (rewritten: unknown, what: string) =>
  textOf(rewritten) === ''
    ? {}
    : { help: `Readers see the rewritten ${what}, under Original and Rewritten` };

/** A draft may wait for its excerpt; only publishing warns of missing fields. */
const missingOf = ({ status, excerpt, imageUrl, imageAlt }: ArticleForm) =>
  status === 'published'
    ? findMissing({
        excerpt: textOf(excerpt),
        imageUrl: textOf(imageUrl),
        imageAlt: textOf(imageAlt),
      })
    : {};

/** A warning only: it does not block publishing. */
const warn = (text: string | undefined) =>
  text && <span className="font-medium text-warn">{text}. </span>;

/** The fields of an article that a person writes. */
export function ArticleFields(props: FormView) {
  const { item, values, errors, onChange } = props;
  const origin = originOf(values, item);
  const written = use(WrittenContext);
  const missing = missingOf(values);
  const text = (key: ArticleField, label: string) => ({
    label,
    field: key,
    value: textOf(values[key]),
    onChange: (next: string) => onChange({ [key]: next }),
    error: errors[key],
  });
  return (
    <div className="grid gap-5">
      <OriginInput value={origin} onChange={(next) => onChange({ origin: next })} />
      {!written.includes('title') && (
        <TextInput
          {...text('title', 'Title')}
          required
          {...helpIf(values.rewrittenTitle, 'title')}
        />
      )}
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        <TextInput {...text('slug', 'Slug')} required />
        <TextInput
          {...text('originalUrl', 'Original URL')}
          inputMode="url"
          required={origin === 'publisher'}
          {...(origin === 'own' ? { help: 'Not needed for a piece of our own' } : {})}
        />
      </div>
      {!written.includes('originalContent') && (
        <MarkdownInput
          {...text('originalContent', 'Content')}
          required
          rows={CONTENT_ROWS}
          {...helpIf(values.rewrittenContent, 'text')}
        />
      )}
      <TextInput {...text('excerpt', 'Excerpt')} rows={3} help={warn(missing.excerpt)} />
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        <CategoryInput {...text('category', 'Category')} />
        <TagsInput
          label="Tags"
          field="tags"
          value={Array.isArray(values.tags) ? values.tags : []}
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
      </div>
      <FlagInput
        label="Rewritten"
        checked={values.isRewritten === true}
        onChange={(isRewritten) => onChange({ isRewritten })}
        help="Marks the article as rewritten; its status stays as it is"
      />
      <FeaturedImage
        values={values}
        errors={errors}
        onChange={onChange}
        altWarning={warn(missing.imageAlt)}
      />
    </div>
  );
}

const ORIGINS: readonly { value: Origin; label: string }[] = [
  { value: 'publisher', label: 'From another publisher' },
  { value: 'own', label: 'Our own' },
];

interface OriginInputProps {
  value: Origin;
  onChange: (origin: Origin) => void;
}

function OriginInput({ value, onChange }: OriginInputProps) {
  const name = useId();
  return (
    <FieldFrame label="Whose article is it?" field="origin" group>
      {() => (
        <div className="flex flex-wrap gap-x-6">
          {ORIGINS.map((origin) => (
            <label key={origin.value} className="inline-flex min-h-11 items-center gap-2 text-sm">
              <input
                type="radio"
                name={name}
                checked={origin.value === value}
                onChange={() => onChange(origin.value)}
                className="size-5 accent-accent-fill"
              />
              {origin.label}
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** Draft or published, beside Save; a rewritten article stays so until a choice is made. */
export function StatusInput({ item, values, errors, onChange }: FormView) {
  const isRewritten = item?.status === 'rewritten';
  return (
    <ChoiceInput
      label="Status"
      field="status"
      value={values.status === 'rewritten' ? '' : textOf(values.status)}
      onChange={(status) => onChange({ status: status === '' ? 'rewritten' : status })}
      options={statusOptions(['draft', 'published'])}
      {...(isRewritten ? { empty: 'Rewritten (kept)' } : {})}
      error={errors.status}
      className="flex items-baseline gap-2.5"
    />
  );
}

/** Typed freely; the categories in use are suggested. */
function CategoryInput(props: InputProps<string>) {
  const listId = useId();
  const { data: categories = [] } = useQuery(adminQuery('/api/categories'));
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

/** Tags as one line of text with commas. */
function TagsInput({ value, onChange, ...frame }: InputProps<readonly string[], string[]>) {
  const [text, setText] = useState(() => value.join(', '));
  // Tags from elsewhere, such as recovered text, replace the typed text.
  const isStale = splitTags(text).join('\n') !== value.join('\n');
  return (
    <TextInput
      {...frame}
      value={isStale ? value.join(', ') : text}
      placeholder="Separated by commas"
      onChange={(next) => {
        setText(next);
        onChange(splitTags(next));
      }}
    />
  );
}
