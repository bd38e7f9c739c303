import { InlineFrame } from '#admin/editor/dialog-frame.tsx';
import { FieldInput, type FieldInputProps } from '#admin/editor/field-input.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import { dayOf } from '#admin/schedule/format-when.ts';
import { LEVEL_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { missingIn } from '#content/shared/definition-inputs.ts';
import type { AnyItem } from '#kit/collection.ts';
import { quoteLengthProblem } from '#modules/page-text/find-quote.ts';
import { coverage } from '../coverage.collection.ts';
import type { Pair } from './evidence-pairs.ts';
import { useCheckedBy } from './use-row-actions.ts';

const MAX_FINDING = 300;

const ofLine = () => ['vendorId', 'featureId'];
const INPUTS = {
  level: (props: FieldInputProps) => <FieldInput {...props} words={LEVEL_WORDS} />,
};

const checkQuote = (quote: string): Record<string, string> => {
  const problem = quote === '' ? null : quoteLengthProblem(quote);
  return problem === null ? {} : { quote: problem };
};

const checkEvidence = (values: FormValues): Record<string, string> => ({
  ...missingIn(coverage, values),
  ...checkQuote(String(values.quote ?? '')),
  ...(String(values.finding ?? '').length > MAX_FINDING
    ? { finding: `Finding can have at most ${MAX_FINDING} characters` }
    : {}),
});

interface EvidenceFormProps {
  pair: Pair;
  onSaved: (item: AnyItem) => void;
  onClose: () => void;
}

/** The evidence of one line, in its place. */
export function EvidenceForm({ pair, onSaved, onClose }: EvidenceFormProps) {
  const { vendorId, featureId, name, row } = pair;
  return (
    <ItemEditor
      collection={coverage}
      item={row}
      onSaved={onSaved}
      onClose={onClose}
      title={`Evidence for ${name}`}
      frame={InlineFrame}
      start={{
        vendorId,
        featureId,
        level: '',
        publisher: 'vendor',
        checkedOn: dayOf(new Date()),
        checkedBy: useCheckedBy(),
        // An editor who types it in has the page before them.
        readIn: 'live',
      }}
      check={checkEvidence}
      hides={ofLine}
      inputs={INPUTS}
      ownsDraft={(draft) => draft.vendorId === vendorId && draft.featureId === featureId}
    />
  );
}
