import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { FieldGrid } from '#admin/editor/field-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { gridFieldsOf, textOf } from '#admin/editor/form-values.ts';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { analyseSeo } from '#admin/seo/analyser.ts';
import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { RELATED_INFO, RelatedInfoEditor } from './related-info-editor.tsx';
import { SeoScore } from './seo-score.tsx';
import { type SeoTabProps, useGenerateSeo } from './seo-state.ts';
import { bodyOf, subjectOf, titleOf } from './seo-subject.ts';

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
function KeyphraseField({ value, onChange }: KeyphraseFieldProps) {
  const terms = useQuery(adminListQuery('/api/search-terms'));
  const offered = quickTerms(terms.data?.items ?? []);
  return (
    <div className="grid gap-2">
      <TextInput
        label="Target keyphrase"
        value={value}
        onChange={onChange}
        cap={255}
        placeholder="The phrase readers would search for; with one, the text is scored"
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

interface SeoPreviewsProps {
  collection: Collection;
  slug: string;
  title: string;
  description: string;
  image: string;
}

/** Search engines cut at about these lengths. */
const SHOWN_TITLE = 60;
const SHOWN_DESCRIPTION = 160;

export const cutForPreview = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).trimEnd()} …` : text;

/** 'example.com › news › a-slug', as search results print an address. */
export const breadcrumbOf = (host: string, publicPath: string, slug: string): string =>
  [host, ...publicPath.split('/').filter(Boolean), slug].filter(Boolean).join(' › ');

/** Previews of the page as a search result and as a social card. */
function SeoPreviews({ collection, slug, title, description, image }: SeoPreviewsProps) {
  const { host } = window.location;
  const shownTitle = cutForPreview(title || 'Meta title', SHOWN_TITLE);
  const shownText = cutForPreview(
    description || 'The meta description appears here.',
    SHOWN_DESCRIPTION,
  );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <figure>
        <figcaption className="mb-1 text-xs font-medium text-soft">Search result</figcaption>
        <div className="border border-line bg-raised p-4 wrap-anywhere">
          <p className="text-2xs text-faint">
            {breadcrumbOf(host, collection.publicPath ?? '', slug)}
          </p>
          <p className="mt-1 text-lead leading-snug text-accent">{shownTitle}</p>
          <p className="mt-1 text-xs text-soft">{shownText}</p>
        </div>
      </figure>
      <figure>
        <figcaption className="mb-1 text-xs font-medium text-soft">Social card</figcaption>
        <div className="max-w-sm border border-line bg-raised wrap-anywhere">
          <CardPicture key={image} image={image} title={shownTitle} />
          <div className="border-t border-line p-4">
            <p className="text-2xs text-faint">{host}</p>
            <p className="mt-1 text-sm font-semibold">{shownTitle}</p>
            <p className="mt-1 line-clamp-2 text-xs text-soft">{shownText}</p>
          </div>
        </div>
      </figure>
    </div>
  );
}

/** The item's image; without one the site draws a card from the title. */
function CardPicture({ image, title }: { image: string; title: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (image !== '' && !hasFailed) {
    return (
      <img
        src={image}
        alt=""
        className="picture aspect-[1.91] w-full object-cover"
        onError={() => setHasFailed(true)}
      />
    );
  }
  return (
    <div aria-hidden className="flex aspect-[1.91] items-end bg-sunken p-5">
      <span className="line-clamp-3 font-serif text-h3 font-semibold">{title}</span>
    </div>
  );
}

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
      <FieldGrid
        fields={gridFieldsOf(collection).filter(
          ([key, { tab }]) => tab === 'seo' && !RELATED_INFO.includes(key),
        )}
        values={values}
        errors={errors}
        onChange={onChange}
      />
      <SeoPreviews
        collection={collection}
        slug={textOf(values.slug)}
        title={metaTitle || titleOf(collection, values)}
        description={metaDescription || live.metaDescription}
        image={textOf(values.imageUrl)}
      />
      {isReadable && keyphrase.trim() !== '' && (
        <SeoScore score={shown.seoScore} suggestions={shown.suggestions} />
      )}
      {collection.fields.relatedInfoCache && <RelatedInfoEditor {...props} />}
    </div>
  );
}
