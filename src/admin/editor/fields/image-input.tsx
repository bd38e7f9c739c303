import { FieldFrame, type InputProps } from './field-frame.tsx';
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
