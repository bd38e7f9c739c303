import { useRef } from 'react';
import { FieldFrame, type InputProps } from './field-frame.tsx';
import { OrderButtons } from './small-button.tsx';
import { UploadArea } from './upload-area.tsx';

/** An image by its address, or by uploading it. */
export function ImageInput({ value, onChange, ...frame }: InputProps<string>) {
  const { label } = frame;
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <div className="grid gap-2">
          <input
            {...ids}
            autoComplete="off"
            inputMode="url"
            value={value}
            placeholder="https://… or /uploads/…"
            onChange={(event) => onChange(event.target.value)}
            className="field"
          />
          <UploadArea label={label} onUploaded={onChange}>
            {value !== '' && (
              <img
                src={value}
                alt={`${label} as it stands`}
                className="mb-3 max-h-28 max-w-full border border-line bg-white object-contain p-1"
              />
            )}
          </UploadArea>
        </div>
      )}
    </FieldFrame>
  );
}

/** Pictures in order: upload, type an address, move, remove. */
export function GalleryInput(props: InputProps<readonly string[], string[]>) {
  const { label, value, onChange, help, error } = props;
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
                  <OrderButtons
                    name={`image ${index + 1}`}
                    list={value}
                    index={index}
                    onChange={set}
                  />
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
