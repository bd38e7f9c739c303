import { useMutation } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { textOf } from '#admin/editor/form-values.ts';
import { toastDone, toastError } from '#admin/toast.ts';
import type { Body } from '#client/api-calls.ts';
import type { SeoResult } from '#platform/seo/analyser.ts';
import type { SeoTabProps } from './seo-state.ts';
import { bodyOf, titleOf } from './seo-subject.ts';

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
    const [title, content] = [titleOf(collection, values), bodyOf(collection, values)];
    if (title === '' || content === '') {
      toastError(NOTHING_TO_READ);
      return;
    }
    const keyphrase = seo.keyphrase.trim();
    send({
      contentType: collection.name,
      title,
      content,
      ...(keyphrase === '' ? {} : { targetKeyphrase: keyphrase }),
      ...(textOf(values.slug) === '' ? {} : { slug: textOf(values.slug) }),
      ...(textOf(values.imageUrl) === '' ? {} : { imageAlt: textOf(values.imageAlt) }),
      ...(item ? { id: item.id } : {}),
    });
  };

  return { generate, isPending };
};
