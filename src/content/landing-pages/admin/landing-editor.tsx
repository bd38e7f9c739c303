import type { FieldInputProps } from '#admin/editor/field-input.tsx';
import { ChipsInput } from '#admin/editor/fields/chips-input.tsx';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import { textOf, withAutoSlug } from '#admin/editor/form-values.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import { ListTab } from '#admin/list/list-tab.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { missingIn } from '#content/shared/definition-inputs.ts';
import type { Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { countWords } from '#platform/text/count-words.ts';
import { counted } from '#platform/words.ts';
import { landingPages } from '../landing-pages.collection.ts';

/** The guidance for the introduction (spec, section 9). */
const INTRO_WORDS = { least: 40, most: 80 };
const META_TITLE = 60;
const TABS = { content: 'Content', relations: 'Vendors & FAQs', seo: 'SEO & Settings' };
const INPUTS = { secondaryKeywords: Keywords, introduction: Introduction };

export const checkLanding = (values: FormValues) => missingIn(landingPages, values);

/** On a new page the slug and the meta title follow the title until an editor changes them. */
export const followTitle = (collection: Collection, before: FormValues, patch: FormValues) => {
  const withSlug = withAutoSlug(collection, before, patch);
  const { title } = patch;
  if (typeof title !== 'string' || 'metaTitle' in patch) return withSlug;
  const follows = before.metaTitle === String(before.title ?? '').slice(0, META_TITLE);
  return follows ? { ...withSlug, metaTitle: title.slice(0, META_TITLE) } : withSlug;
};

/** Texts that are added one at a time. */
function Keywords({ name, field, value, onChange, error }: FieldInputProps) {
  return (
    <ChipsInput
      label={labelOf(name, field)}
      placeholder="Add a keyword"
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
      error={error}
    />
  );
}

function Introduction({ name, field, value, onChange, error }: FieldInputProps) {
  const text = textOf(value);
  return (
    <FieldFrame
      label={labelOf(name, field)}
      error={error}
      required
      text={text}
      help={`${INTRO_WORDS.least}-${INTRO_WORDS.most} words`}
      aside={
        <output className="text-2xs text-faint tabular-nums">
          {counted(countWords(text), 'word', 'words')}
        </output>
      }
    >
      {(ids) => (
        <textarea
          {...ids}
          rows={4}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className="field"
        />
      )}
    </FieldFrame>
  );
}

const LandingEditor = (props: EditorProps) => (
  <ItemEditor {...props} tabs={TABS} inputs={INPUTS} check={checkLanding} derive={followTitle} />
);

/** The usual list with a form of its own: Content, Vendors & FAQs, SEO & Settings. */
export function LandingTab({ collection }: ScreenProps) {
  return <ListTab collection={collection} editor={LandingEditor} />;
}
