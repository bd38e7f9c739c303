import { adminSend } from '#admin/api/admin-api.ts';

export const undoEdit = (id: number) =>
  adminSend('POST', '/api/bulk-edits/{id}/undo', { params: { id } });

export const undoneText = ({ restored, refused }: Awaited<ReturnType<typeof undoEdit>>) =>
  `${restored} restored, ${refused.length} not`;
