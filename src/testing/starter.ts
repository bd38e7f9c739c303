import { registry } from '#content/index.ts';
import { type ContentFile, readContentFolder } from '#tools/files/read-folder.server.ts';
import { starterFolder } from '#tools/files/starter.server.ts';

export type Draft = Record<string, unknown>;

/** Everything that the starter content holds, as its files have it. */
export const files = await readContentFolder(registry, starterFolder);

export const of = (name: string): Draft[] =>
  files.filter(({ collection }) => collection.name === name).map(({ draft }) => draft);

export const slugsOf = (name: string) => of(name).map(({ slug }) => String(slug));

export const nameOf = ({ path }: ContentFile) => path.slice(starterFolder.length + 1);

export const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
};

export const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : Boolean(value);
