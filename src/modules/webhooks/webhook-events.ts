/** Events that a webhook may ask for, in the words of the panel. A capability that brings one adds its line here. */
export const WEBHOOK_EVENTS = [
  'published',
  'changed',
  'unpublished',
  'deleted',
  'draft ready',
  'job failed',
  'correction received',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
