interface HiddenFieldsProps {
  /** By name; a list is sent once for each of its values, and empty values are not sent. */
  values: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export function HiddenFields({ values }: HiddenFieldsProps) {
  const fields = Object.entries(values).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => ({ name, value: one })),
  );
  return fields
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ));
}
