import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import type { FieldErrors } from '#admin/api/problems.ts';
import type { ChangeValues, FormValues } from '#admin/editor/form-types.ts';
import { textOf } from '#admin/editor/form-values.ts';
import type { SeoResult } from '#admin/seo/analyser.ts';
import { toastDone, toastError } from '#admin/toast.ts';
import type { Body } from '#client/api-calls.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { bodyOf, leadOf, titleOf } from './seo-subject.ts';

interface SeoState {
  keyphrase: string;
  /** The server's last response; it also knows the site's other pages. */
  generated: SeoResult | null;
}

export interface SeoTabProps {
  collection: Collection;
  values: FormValues;
  onChange: ChangeValues;
  /** The stored item; null while it is being created. */
  item: AnyItem | null;
  errors?: FieldErrors;
  seo: SeoState;
  onSeoChange: (seo: SeoState) => void;
}

/** State of the SEO tab, kept by the form because the tab unmounts when another is shown. */
export const useSeoState = () => {
  const [seo, onSeoChange] = useState<SeoState>({ keyphrase: '', generated: null });
  return { seo, onSeoChange };
};

const NOTHING_TO_READ = 'Please fill in title and content fields before generating SEO data';

/** Asks the server for meta texts of the form's text, stored or not. */
export const useGenerateSeo = (
  { collection, values, item, seo }: Pick<SeoTabProps, 'collection' | 'values' | 'item' | 'seo'>,
  onMade: (made: SeoResult) => void,
) => {
  const { mutate: send, isPending } = useMutation({
    mutationFn: (body: Body<'POST', '/api/generate-seo'>) =>
      adminSend('POST', '/api/generate-seo', { body }),
    onSuccess: (made) => {
      onMade(made);
      toastDone('SEO data generated successfully');
    },
    onError: () => toastError('Failed to generate SEO data'),
  });

  const generate = () => {
    if (isPending) return;
    const title = titleOf(collection, values);
    const content = bodyOf(collection, values);
    if (title === '' || content === '') {
      toastError(NOTHING_TO_READ);
      return;
    }
    const keyphrase = seo.keyphrase.trim();
    const lead = leadOf(collection, values);
    send({
      contentType: collection.name,
      title,
      content,
      ...(lead === undefined ? {} : { lead }),
      ...(keyphrase === '' ? {} : { targetKeyphrase: keyphrase }),
      ...(textOf(values.slug) === '' ? {} : { slug: textOf(values.slug) }),
      ...(textOf(values.imageUrl) === '' ? {} : { imageAlt: textOf(values.imageAlt) }),
      ...(item ? { id: item.id } : {}),
    });
  };

  return { generate, isPending };
};
