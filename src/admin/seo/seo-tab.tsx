import { useDeferredValue, useMemo } from 'react';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { analyseSeo } from '#platform/seo/analyser.ts';
import { Button } from '#ui/button.tsx';
import { KeyphraseField } from './keyphrase-field.tsx';
import { RelatedInfoEditor } from './related-info-editor.tsx';
import { SeoPreviews } from './seo-previews.tsx';
import { SeoScore } from './seo-score.tsx';
import {
  bodyOf,
  META_DESCRIPTION_CAP,
  META_TITLE_CAP,
  subjectOf,
  textOf,
  titleOf,
} from './seo-subject.ts';
import type { SeoTabProps } from './seo-tab-props.ts';
import { useGenerateSeo } from './use-generate-seo.ts';

/** What search engines and social networks show of an item, and how to make it better. */
export function SeoTab(props: SeoTabProps) {
  const { collection, values, onChange, errors = {}, seo, onSeoChange } = props;
  const { keyphrase, generated } = seo;
  const metaTitle = textOf(values.metaTitle);
  const metaDescription = textOf(values.metaDescription);

  const { generate, isPending } = useGenerateSeo(props, (made) => {
    onSeoChange({ keyphrase: keyphrase.trim() || made.focusKeyphrase, generated: made });
    onChange({ metaTitle: made.metaTitle, metaDescription: made.metaDescription });
  });

  // Judged while typing, after the keystroke itself is on the screen.
  const judged = useDeferredValue(values);
  const live = useMemo(
    () => analyseSeo(subjectOf(collection, judged, keyphrase)),
    [collection, judged, keyphrase],
  );
  const isReadable = titleOf(collection, values) !== '' && bodyOf(collection, values) !== '';
  const isAsGenerated =
    generated?.metaTitle === metaTitle && generated.metaDescription === metaDescription;
  // The server also knows the other pages: its words stand until the meta texts change.
  const shown = generated && isAsGenerated ? generated : live;

  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <KeyphraseField
          value={keyphrase}
          onChange={(next) => onSeoChange({ keyphrase: next, generated: null })}
        />
        <Button
          variant="primary"
          className="justify-self-start"
          aria-disabled={isPending}
          onClick={generate}
        >
          {isPending ? 'Generating...' : 'Generate SEO'}
        </Button>
      </div>
      <div className="grid gap-5">
        <TextInput
          label="Meta title"
          value={metaTitle}
          onChange={(next) => onChange({ metaTitle: next })}
          cap={META_TITLE_CAP}
          placeholder="50-60 characters"
          error={errors.metaTitle}
        />
        <TextInput
          label="Meta description"
          value={metaDescription}
          onChange={(next) => onChange({ metaDescription: next })}
          cap={META_DESCRIPTION_CAP}
          rows={3}
          placeholder="150-160 characters"
          error={errors.metaDescription}
        />
      </div>
      <SeoPreviews
        collection={collection}
        slug={textOf(values.slug)}
        title={metaTitle || titleOf(collection, values)}
        description={metaDescription || live.metaDescription}
        image={textOf(values.imageUrl)}
      />
      {isReadable && <SeoScore score={shown.seoScore} suggestions={shown.suggestions} />}
      {'relatedInfoCache' in collection.fields && <RelatedInfoEditor {...props} />}
    </div>
  );
}
