import { adminList, adminSend } from '#admin/api/admin-api.ts';

const NEWEST = 100;

export const restoreItem = async (name: string, id: number) => {
  const { items } = await adminList('/api/trash', { limit: NEWEST });
  const entry = items.find(({ collection, itemId }) => collection === name && itemId === id);
  if (!entry) throw new Error('It is no longer in the trash');
  return adminSend('POST', '/api/trash/{id}/restore', { params: { id: entry.id } });
};
