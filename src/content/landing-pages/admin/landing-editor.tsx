import { useState } from 'react';
import { FieldGrid } from '#admin/editor/field-grid.tsx';
import { ChipsInput } from '#admin/editor/fields/chips-input.tsx';
import { FieldFrame, type InputProps } from '#admin/editor/fields/field-frame.tsx';
import { gridFieldsOf } from '#admin/editor/form-values.ts';
import { type EditorProps, ItemModal } from '#admin/editor/item-modal.tsx';
import { useItemEditor } from '#admin/editor/use-item-editor.ts';
import { ListTab } from '#admin/list/list-tab.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { useSeoState } from '#admin/seo/seo-state.ts';
import { SeoTab } from '#admin/seo/seo-tab.tsx';
import type { FieldOf } from '#kit/collection.ts';
import { countWords } from '#platform/text/count-words.ts';
import { counted } from '#platform/words.ts';
import { landingPages } from '../landing-pages.collection.ts';
import { checkLanding, followTitle, INTRO_WORDS } from './landing-rules.ts';

type Key = FieldOf<typeof landingPages>;

const SEO_FIELDS: Key[] = ['metaTitle', 'metaDescription', 'enableRelatedInfo', 'relatedInfoCache'];
const BEFORE_KEYWORDS: Key[] = ['title', 'slug', 'category', 'primaryKeyword'];

/** The dedicated form: Content, Vendors & FAQs, SEO & Settings. */
function LandingEditor(props: EditorProps<typeof landingPages>) {
  const { item, onClose } = props;
  const [tab, setTab] = useState('content');
  const seo = useSeoState();
  const editor = useItemEditor({
    collection: landingPages,
    item,
    onClose,
    check: (values) => {
      const errors = checkLanding(landingPages, values);
      // Everything that the form itself requires stands on the first tab.
      if (Object.keys(errors).length > 0) setTab('content');
      return errors;
    },
    derive: followTitle,
  });
  const { change } = editor;
  const { values, errors } = editor.state;
  const fields = gridFieldsOf(landingPages);
  const grid = { values, errors, onChange: change };
  const named = (keys: readonly Key[]) => fields.filter(([key]) => keys.includes(key));
  const settings = fields.filter(
    ([key, field]) => (field.tab === 'seo' || key === 'displayOrder') && !SEO_FIELDS.includes(key),
  );

  return (
    <ItemModal
      {...props}
      editor={editor}
      tab={tab}
      onTabChange={setTab}
      tabs={[
        {
          value: 'content',
          label: 'Content',
          content: (
            <div className="grid gap-5">
              <FieldGrid fields={named(BEFORE_KEYWORDS)} {...grid} />
              <ChipsInput
                label="Secondary keywords"
                placeholder="Add a keyword"
                value={Array.isArray(values.secondaryKeywords) ? values.secondaryKeywords : []}
                onChange={(secondaryKeywords) => change({ secondaryKeywords })}
                error={errors.secondaryKeywords}
              />
              <Introduction
                label="Introduction"
                value={String(values.introduction ?? '')}
                onChange={(introduction) => change({ introduction })}
                error={errors.introduction}
              />
              <FieldGrid fields={named(['whatIs', 'content'])} {...grid} />
            </div>
          ),
        },
        {
          value: 'relations',
          label: 'Vendors & FAQs',
          content: (
            <FieldGrid fields={fields.filter(([, field]) => field.tab === 'relations')} {...grid} />
          ),
        },
        {
          value: 'settings',
          label: 'SEO & Settings',
          content: (
            <div className="grid gap-8">
              <FieldGrid fields={settings} {...grid} />
              <SeoTab collection={landingPages} item={item} {...grid} {...seo} />
            </div>
          ),
        },
      ]}
    />
  );
}

function Introduction({ value, onChange, ...frame }: InputProps<string>) {
  const words = countWords(value);
  return (
    <FieldFrame
      {...frame}
      required
      text={value}
      help={`${INTRO_WORDS.least}-${INTRO_WORDS.most} words`}
      aside={
        <output className="text-2xs text-faint tabular-nums">
          {counted(words, 'word', 'words')}
        </output>
      }
    >
      {(ids) => (
        <textarea
          {...ids}
          rows={4}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="field"
        />
      )}
    </FieldFrame>
  );
}

/** The usual list with a form of its own. */
export function LandingTab({ collection }: ScreenProps) {
  return <ListTab collection={collection} editor={LandingEditor} />;
}
