import { useQuery } from '@tanstack/react-query';

/** The editor, fetched when it is first needed: undefined until it is here, null when it cannot be fetched. */
export const useRichTextPart = (isNeeded = true) => {
  const { data, isError } = useQuery({
    queryKey: ['rich-text'],
    queryFn: async () => (await import('./rich-text.tsx')).RichText,
    enabled: isNeeded,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });
  // The text area works without it.
  return isError ? null : data;
};
