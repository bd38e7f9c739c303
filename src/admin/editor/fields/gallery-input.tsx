import { useRef } from 'react';
import { ArrowDown, ArrowUp, X } from '#ui/icons.tsx';
import { FieldFrame } from './field-frame.tsx';
import { moved } from './rows.ts';
import { SmallButton } from './small-button.tsx';
import { UploadArea } from './upload-area.tsx';

interface GalleryInputProps {
  label: string;
  value: readonly string[];
  onChange: (urls: string[]) => void;
  help?: string | undefined;
  error?: string | undefined;
}

/** Pictures in order: upload, type an address, move, remove. */
export function GalleryInput({ label, value, onChange, help, error }: GalleryInputProps) {
  // Several uploads of one drop arrive one after another, each on top of the last.
  const latest = useRef(value);
  latest.current = value;
  const set = (urls: string[]) => {
    latest.current = urls;
    onChange(urls);
  };
  return (
    <FieldFrame group label={label} help={help} error={error}>
      {() => (
        <>
          {value.length > 0 && (
            <ul className="mb-3 grid gap-3">
              {value.map((url, index) => (
                <li key={index} className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
                  <img
                    src={url || undefined}
                    alt=""
                    className="h-14 w-20 shrink-0 border border-line object-cover"
                  />
                  <input
                    aria-label={`${label} ${index + 1}`}
                    value={url}
                    onChange={({ target }) =>
                      set(value.map((other, at) => (at === index ? target.value : other)))
                    }
                    className="field min-w-40"
                  />
                  <span className="flex shrink-0">
                    <SmallButton
                      label={`Move image ${index + 1} up`}
                      icon={ArrowUp}
                      disabled={index === 0}
                      onClick={() => set(moved(value, index, -1))}
                    />
                    <SmallButton
                      label={`Move image ${index + 1} down`}
                      icon={ArrowDown}
                      disabled={index === value.length - 1}
                      onClick={() => set(moved(value, index, 1))}
                    />
                    <SmallButton
                      label={`Remove image ${index + 1}`}
                      icon={X}
                      onClick={() => set(value.filter((_, at) => at !== index))}
                    />
                  </span>
                </li>
              ))}
            </ul>
          )}
          <UploadArea label={label} multiple onUploaded={(url) => set([...latest.current, url])} />
        </>
      )}
    </FieldFrame>
  );
}
