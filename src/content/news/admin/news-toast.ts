import { toast } from '#admin/toast.ts';

/** The spec's texts for news are titles, with a line below that says more. */
export const sayNews = (title: string, description: string) => toast({ title, description });
