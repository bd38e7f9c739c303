import { useQuery } from '@tanstack/react-query';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';

/** Who can set up the AI service where there is none: what needs it is not offered then. */
export const useNoAi = (isAsked = true): string | null => {
  const { data } = useQuery({ ...fresh(adminQuery('/api/ai-service')), enabled: isAsked });
  return data?.notSetUp ?? null;
};
