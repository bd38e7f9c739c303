import { Document, isScalar, parse, visit } from 'yaml';

const PLAIN = {
  lineWidth: 0,
  blockQuote: 'literal',
  defaultStringType: 'PLAIN',
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;
/** A text beyond a meta description is easier to edit below its key than beside it. */
const LONG = 160;
/** Characters that a block loses or an editor quietly drops: trailing spaces, odd breaks. */
const FRAGILE = /[^\P{C}\n]|[\u2028\u2029]|\p{Zs}(?:\n|$)|^\s/u;

const styleOf = (value: string) => {
  if (FRAGILE.test(value)) return 'QUOTE_DOUBLE';
  return value.includes('\n') || value.length > LONG ? 'BLOCK_LITERAL' : undefined;
};

type Values = Record<string, unknown>;

/** YAML that a person can read and change: long texts as blocks, the rest as plain as it may be. */
export const writeYaml = (values: Values | Values[]): string => {
  const document = new Document(values);
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key' || !isScalar(node) || typeof node.value !== 'string') return;
      const style = styleOf(node.value);
      if (style) node.type = style;
    },
  });
  return document.toString(PLAIN);
};

const asValues = (values: unknown): Values => {
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) return { ...values };
  throw new Error('expected fields with values');
};

export const readYaml = (source: string): Values => asValues(parse(source));

export const readYamlList = (source: string): Values[] => {
  const list: unknown = parse(source);
  if (!Array.isArray(list)) throw new Error('expected a list of items');
  return list.map(asValues);
};
