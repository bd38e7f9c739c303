export type Readers = Record<string, (value: unknown) => unknown>;

export type FieldsOf<Given extends Readers> = { [Name in keyof Given]: ReturnType<Given[Name]> };

/** An object of untrusted input, field by field: each reader sees the value of its own name, and nothing else. */
export function readFields<Given extends Readers>(readers: Given, input: object): FieldsOf<Given>;
export function readFields(readers: Readers, input: object) {
  const values = new Map<string, unknown>(Object.entries(input));
  return Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [name, read(values.get(name))]),
  );
}
