import { useDeferredValue, useMemo } from 'react';
import { textOf } from '#admin/editor/form-values.ts';
import { analyseSeo } from '#platform/seo/analyser.ts';
import { Button } from '#ui/button.tsx';
import { KeyphraseField, MetaFields } from './meta-fields.tsx';
import { RelatedInfoEditor } from './related-info-editor.tsx';
import { SeoPreviews } from './seo-previews.tsx';
import { SeoScore } from './seo-score.tsx';
import { type SeoTabProps, useGenerateSeo } from './seo-state.ts';
import { bodyOf, subjectOf, titleOf } from './seo-subject.ts';

/** An item's texts for search engines and social networks, and help with them. */
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
      <MetaFields values={values} errors={errors} onChange={onChange} />
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
