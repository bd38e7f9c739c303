import { adminSend } from '#admin/api/admin-api.ts';
import { changedItemOf, messageOf } from '#admin/api/problems.ts';
import type { Seen } from '#admin/editor/form-types.ts';

const READY = '/api/{collection}/{id}/draft/ready';

interface Place {
  collection: string;
  id: number;
}

export const markReady = (params: Place, { version, draftVersion }: Seen) =>
  adminSend('POST', READY, { version, params: { ...params, draftVersion } });

export const markNotReady = (params: Place) => adminSend('DELETE', READY, { params });

export const sendBack = (params: Place, text: string) =>
  adminSend('POST', '/api/{collection}/{id}/draft/send-back', { params, body: { text } });

/** Why something did not come about; a text that changed meanwhile has to be read again. */
export const sayFailure = (what: string) => (error: unknown) =>
  changedItemOf(error)
    ? `${what}: this text was changed after you opened it. Open it again to read it as it is now.`
    : `${what}: ${messageOf(error)}`;
