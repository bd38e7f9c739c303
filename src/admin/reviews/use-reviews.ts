import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import {
  adminListQuery,
  adminQuery,
  REVIEWS_PATH,
  refreshCollection,
} from '#admin/api/admin-queries.ts';
import { changedItemOf, messageOf } from '#admin/api/problems.ts';
import type { Seen } from '#admin/editor/form-types.ts';
import { toastOutcome } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';

export type Review = ResponseOf<'get', typeof REVIEWS_PATH>[number];

export const STATE_LABELS: Record<Review['state'], string> = {
  draft: 'Draft',
  'in review': 'In review',
  agreed: 'Approved by the reviewer',
  approved: 'Approved',
};

export const STATE_TONES = {
  draft: 'neutral',
  'in review': 'warn',
  agreed: 'accent',
  approved: 'positive',
} as const satisfies Record<Review['state'], string>;

const SETTING_PATH = '/api/review-setting';

const settingQuery = adminQuery(SETTING_PATH);

export const reviewsQuery = adminListQuery(REVIEWS_PATH);

export const useReviewSetting = () => {
  const queryClient = useQueryClient();
  const { data } = useQuery(settingQuery);
  const change = (isOn: boolean) =>
    toastOutcome(
      () => adminSend('PUT', SETTING_PATH, { body: { isOn } }),
      (setting) => {
        queryClient.setQueryData(settingQuery.queryKey, setting);
        return isOn ? 'Reviews are on' : 'Reviews are off';
      },
      'Failed to change the setting',
    );
  return { isOn: data?.isOn ?? false, change };
};

export const useReview = (name: string, id: number): Review | undefined => {
  const { data } = useQuery(reviewsQuery);
  return data?.items.find((review) => review.collection === name && review.itemId === id);
};

type ReviewChange = Partial<Pick<Review, 'state' | 'assignee'>> & { note?: string };

const CHANGED =
  'Not approved: this text was changed after you opened it. Close the form and open it again to read it as it is now.';

/** Resolves to whether it came about; `seen` names the text that is spoken of. */
export const useChangeReview = (name: string, id: number) => {
  const queryClient = useQueryClient();
  return async (change: ReviewChange, done: string, seen?: Seen): Promise<boolean> => {
    const isDone = await toastOutcome(
      () =>
        adminSend('PUT', '/api/{collection}/{id}/review', {
          version: seen?.version,
          params: { collection: name, id, draftVersion: seen?.draftVersion },
          body: change,
        }),
      done,
      (error) =>
        changedItemOf(error) ? CHANGED : `Failed to change the review: ${messageOf(error)}`,
    );
    await refreshCollection(queryClient, name);
    return isDone;
  };
};
