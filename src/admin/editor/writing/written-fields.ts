import { createContext } from 'react';
import type { FormValues } from '#admin/editor/form-types.ts';
import { textOf } from '#admin/editor/form-values.ts';
import { isReplaced, isReplacing } from '#admin/seo/seo-subject.ts';
import { type Collection, markdownFieldsOf } from '#kit/collection.ts';

/** Fields that stand in the text column of the writing page, and therefore not among the others. */
export const WrittenContext = createContext<readonly string[]>([]);

const isBlank = (value: unknown) => textOf(value).trim() === '';

/** The title and the long texts that readers get; empty for a type without a long text. */
export const writtenFieldsOf = (collection: Collection, stored: FormValues): string[] => {
  const texts = markdownFieldsOf(collection)
    .filter(([, { server, tab }]) => !server && tab !== 'seo')
    .map(([key]) => key)
    .filter((key) => !isReplaced(key, stored))
    .filter((key) => !isReplacing(key) || !isBlank(stored[key]));
  if (texts.length === 0) return [];
  const { title, headline = title } = collection;
  return [isBlank(stored[headline]) ? title : headline, ...texts];
};
