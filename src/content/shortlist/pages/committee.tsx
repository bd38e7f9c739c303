import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Select } from '#ui/select.tsx';
import { MAX_NAME, MAX_NOTE, type Mark, markKey, readDecision } from '../decision.ts';
import { averageOf } from '../marks.ts';
import { nameIn } from '../model.ts';
import type { SheetProps } from '../sheet.ts';
import { TextField } from './text-field.tsx';

const MARKS = [5, 4, 3, 2, 1].map((mark) => ({ value: String(mark), label: `${mark} of 5` }));

/** What the members of the committee think, beside what the evidence says and never mixed with it. */
export function Committee({ model, workspace }: SheetProps) {
  const { decision, setDecision } = workspace;
  const { marks } = decision;
  const setMarks = (next: readonly Mark[]) =>
    setDecision(readDecision({ ...decision, marks: next }));
  return (
    <div className="space-y-10">
      <section>
        <SectionHeading
          title="Marks of the committee"
          text="One mark for each member and vendor, 1 to 5. They stand beside our score and are not part of it."
        />
        <MarkForm
          vendors={model.vendors}
          onAdd={(mark) =>
            setMarks([mark, ...marks.filter((one) => markKey(one) !== markKey(mark))])
          }
        />
      </section>
      {model.vendors.map(({ slug, name }) => {
        const own = marks.filter(({ vendor }) => vendor === slug);
        if (own.length === 0) return null;
        return (
          <section key={slug}>
            <h3 className="text-h4 font-semibold">
              {name}{' '}
              <span className="text-sm font-normal text-faint">{averageOf(marks, slug)}</span>
            </h3>
            <ul className="mt-2 border-t border-line text-sm">
              {own.map((mark) => (
                <li
                  key={markKey(mark)}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 border-b border-line py-2 sm:grid-cols-[10rem_4rem_minmax(0,1fr)_auto]"
                >
                  <span className="font-medium wrap-anywhere">{mark.name}</span>
                  <span className="tabular-nums">{mark.mark} of 5</span>
                  <span className="wrap-anywhere text-soft">{mark.note}</span>
                  <Button
                    size="sm"
                    variant="quiet"
                    className="no-print"
                    onClick={() => setMarks(marks.filter((one) => one !== mark))}
                  >
                    Remove
                    <span className="sr-only">
                      {' '}
                      the mark of {mark.name} for {nameIn(model, slug)}
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface MarkFormProps {
  vendors: readonly { slug: string; name: string }[];
  onAdd(mark: Mark): void;
}

function MarkForm({ vendors, onAdd }: MarkFormProps) {
  const [name, setName] = useState('');
  const [vendor, setVendor] = useState(vendors[0]?.slug ?? '');
  const [mark, setMark] = useState('3');
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ vendor, name, mark: Number(mark), note });
    setNote('');
  };
  return (
    <form
      onSubmit={submit}
      className="no-print grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_8rem_2fr_auto]"
    >
      <TextField
        label="Name"
        required
        maxLength={MAX_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        label="Vendor"
        value={vendor}
        options={vendors.map((one) => ({ value: one.slug, label: one.name }))}
        onChange={({ target }) => setVendor(target.value)}
      />
      <Select
        label="Mark"
        value={mark}
        options={MARKS}
        onChange={({ target }) => setMark(target.value)}
      />
      <TextField
        label="Note"
        maxLength={MAX_NOTE}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit">Add mark</Button>
    </form>
  );
}
