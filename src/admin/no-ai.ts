import { useQuery } from '@tanstack/react-query';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';

/** The reason why no AI service is set up, and by whom it can be: tools that need it are not offered then. */
export const useNoAi = (isAsked = true): string | null => {
  const { data } = useQuery({ ...fresh(adminQuery('/api/ai-service')), enabled: isAsked });
  return data?.notSetUp ?? null;
};
