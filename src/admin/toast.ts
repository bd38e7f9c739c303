import { toast } from '#ui/toast/toast-store.ts';

export { toast };

export const doneNotice = (description: string) => ({ title: 'Success', description });

export const sayDone = (description: string) => toast(doneNotice(description));

export const sayError = (description: string) =>
  toast({ title: 'Error', description, variant: 'destructive' });
