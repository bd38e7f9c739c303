import type { ZodType } from 'zod';

interface Shape {
  type: string;
  element: ZodType;
  innerType: ZodType;
  valueType: ZodType;
  options: readonly ZodType[];
  shape: Record<string, ZodType>;
}

const defOf = (schema: ZodType) => schema._zod.def as unknown as Shape;

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const orderMapping = (schema: ZodType, value: Record<string, unknown>) => {
  const { type, shape, valueType } = defOf(schema);
  if (type === 'record') {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, orderKeys(valueType, part)]),
    );
  }
  if (type !== 'object') return value;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, part]) =>
      value[key] === undefined ? [] : [[key, orderKeys(part, value[key])]],
    ),
  );
};

/** The database keeps the keys of JSON by length; a reader expects them as the definition has them. */
export const orderKeys = (schema: ZodType, value: unknown): unknown => {
  const { type, innerType, options, element } = defOf(schema);
  if (type === 'nullable' || type === 'optional') return orderKeys(innerType, value);
  if (type === 'union') {
    const fitting = options.find((option) => option.safeParse(value).success);
    return fitting ? orderKeys(fitting, value) : value;
  }
  if (type === 'array' && Array.isArray(value)) {
    return value.map((part) => orderKeys(element, part));
  }
  return isMapping(value) ? orderMapping(schema, value) : value;
};
