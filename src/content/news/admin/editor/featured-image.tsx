import { type ReactNode, useState } from 'react';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { UploadArea } from '#admin/editor/fields/upload-area.tsx';
import { textOf } from '#admin/editor/form-values.ts';
import { type FoundImage, ImagePicker } from '#admin/media/image-picker.tsx';
import { Button } from '#ui/button.tsx';
import type { ArticleErrors, ArticleForm } from './article-check.ts';

interface FeaturedImageProps {
  values: ArticleForm;
  errors: ArticleErrors;
  onChange: (patch: ArticleForm) => void;
  altWarning: ReactNode;
}

const ALT_LOW = 50;
const ALT_HIGH = 125;
const CAPTION_MAX = 500;

export const altHint = (length: number): string => {
  const optimal = `Optimal: ${ALT_LOW}-${ALT_HIGH} characters.`;
  if (length === 0) return optimal;
  if (length < ALT_LOW) return `${optimal} A little short.`;
  return length > ALT_HIGH ? `${optimal} Too long.` : `${optimal} Good length.`;
};

/** The image, alt text and caption that a chosen photo brings; nothing written by hand is replaced. */
export const imagePatch = (values: ArticleForm, image: FoundImage): ArticleForm => {
  const patch: ArticleForm = { imageUrl: image.urls.regular };
  const { imageAlt, imageCaption } = values;
  if (textOf(imageAlt) === '' && image.alt_description) patch.imageAlt = image.alt_description;
  if (textOf(imageCaption) === '' || isCredit(imageCaption)) patch.imageCaption = image.attribution;
  return patch;
};

/** 'Photo by Jane Doe on Unsplash'. */
const isCredit = (caption: unknown) => /^Photo by .+ on Unsplash$/.test(textOf(caption).trim());

/** Another picture, or none: a photographer's credit goes with the photo that it belongs to. */
export const otherImage = (values: ArticleForm, imageUrl: string): ArticleForm =>
  imageUrl !== values.imageUrl && isCredit(values.imageCaption)
    ? { imageUrl, imageCaption: '' }
    : { imageUrl };

/** The picture above an article: from a photo search, an upload or an address. */
export function FeaturedImage({ values, errors, onChange, altWarning }: FeaturedImageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const url = textOf(values.imageUrl);
  const alt = textOf(values.imageAlt);
  return (
    <div className="grid gap-4">
      <FieldFrame label="Featured image" group error={errors.imageUrl}>
        {() => (
          <div className="grid gap-3">
            <UploadArea
              label="Featured image"
              onUploaded={(next) => onChange(otherImage(values, next))}
            >
              {url !== '' && (
                <div className="mb-3 flex flex-wrap items-end gap-3">
                  <img
                    src={url}
                    alt={alt || 'Featured, as it stands'}
                    data-featured-preview
                    className="picture max-h-44 max-w-full border border-line object-contain"
                  />
                  <Button size="sm" onClick={() => onChange(otherImage(values, ''))}>
                    Remove
                  </Button>
                </div>
              )}
            </UploadArea>
            <Button
              className="justify-self-start"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Close image search' : 'Search images'}
            </Button>
            {isOpen && (
              <ImagePicker chosen={url} onChoose={(image) => onChange(imagePatch(values, image))} />
            )}
          </div>
        )}
      </FieldFrame>
      <TextInput
        label="Image address"
        field="imageUrl"
        inputMode="url"
        value={url}
        placeholder="https://… or /uploads/…"
        onChange={(imageUrl) => onChange(otherImage(values, imageUrl))}
      />
      <TextInput
        label="Image alt text"
        field="imageAlt"
        value={alt}
        onChange={(imageAlt) => onChange({ imageAlt })}
        countTo={ALT_HIGH}
        help={
          <>
            {altWarning}
            {altHint(alt.length)}
          </>
        }
        error={errors.imageAlt}
      />
      <TextInput
        label="Image caption"
        field="imageCaption"
        value={textOf(values.imageCaption)}
        onChange={(imageCaption) => onChange({ imageCaption })}
        countTo={CAPTION_MAX}
        error={errors.imageCaption}
      />
    </div>
  );
}
