/** Who is asking; nobody is a stranger. */
export type Viewer = { id: number; email: string } | null;
