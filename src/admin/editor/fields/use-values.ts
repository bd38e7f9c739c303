import { queryOptions, useQuery } from '@tanstack/react-query';
import { adminGet } from '#admin/api/admin-api.ts';

export interface ValuesOf {
  collection: string;
  field: string;
}

/** All values that a collection's items have in a free-text field. */
const valuesQuery = ({ collection, field }: ValuesOf) =>
  queryOptions({
    queryKey: [`/api/${collection}/`, 'values', field],
    queryFn: () => adminGet('/api/values', { collection, field }),
  });

/** The values alone; without a field, or offline, there are none to suggest. */
export const useValues = (of: ValuesOf | undefined): readonly string[] => {
  const { data } = useQuery({
    ...valuesQuery(of ?? { collection: '', field: '' }),
    enabled: of !== undefined,
  });
  return data ?? [];
};
