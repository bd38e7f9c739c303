import { toast } from '#ui/toast/toast-store.ts';

export { toast };

export const sayDone = (description: string) => toast({ title: 'Success', description });

export const sayError = (description: string) =>
  toast({ title: 'Error', description, variant: 'destructive' });
