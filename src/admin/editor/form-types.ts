/** What a form holds, by field; the shapes are those of the inputs, see form-values.ts. */
export type FormValues = Record<string, unknown>;

export type ChangeValues = (patch: FormValues) => void;
