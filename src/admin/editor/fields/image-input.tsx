import { FieldFrame } from './field-frame.tsx';
import { UploadArea } from './upload-area.tsx';

interface ImageInputProps {
  label: string;
  value: string;
  onChange: (url: string) => void;
  required?: boolean;
  help?: string | undefined;
  error?: string | undefined;
}

/** An image by its address, or by uploading it. */
export function ImageInput(props: ImageInputProps) {
  const { label, value, onChange, required = false, help, error } = props;
  return (
    <FieldFrame label={label} required={required} help={help} error={error}>
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
