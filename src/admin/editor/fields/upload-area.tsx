import { clsx } from 'clsx';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { uploadImage } from '#admin/api/upload.ts';
import { Upload } from '#admin/icons.ts';
import { Button } from '#ui/button.tsx';

const TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

interface UploadAreaProps {
  label: string;
  /** Called once for every image that arrived. */
  onUploaded: (url: string) => void;
  multiple?: boolean;
  /** Sent at once. */
  file?: File | undefined;
  children?: ReactNode;
}

/** Images come in by the button or dropped on the area; the server stores them and returns their address. */
export function UploadArea(props: UploadAreaProps) {
  const { label, onUploaded, multiple = false, file: given, children } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState('');

  const send = async (files: readonly File[]) => {
    setProblem('');
    for (const file of multiple ? files : files.slice(0, 1)) {
      setProgress(0);
      try {
        onUploaded((await uploadImage(file, setProgress)).url);
      } catch (error) {
        setProblem(`${file.name}: ${serverMessage(error) ?? messageOf(error)}`);
      }
    }
    setProgress(null);
  };

  const sent = useRef<File>(undefined);
  const sendGiven = useEffectEvent(() => {
    if (!given || sent.current === given) return;
    sent.current = given;
    void send([given]);
  });
  useEffect(() => sendGiven(), []);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void send([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the way without a mouse
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={clsx(
        'border border-dashed border-rule p-3',
        isOver && 'border-accent bg-accent-wash',
      )}
    >
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          accept={TYPES}
          multiple={multiple}
          className="hidden"
          onChange={(event) => {
            void send([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button size="sm" onClick={() => input.current?.click()}>
          <Upload aria-hidden className="size-4" />
          Upload<span className="sr-only"> {label}</span>
        </Button>
        <span className="text-xs text-faint">or drop {multiple ? 'images' : 'an image'} here</span>
        {progress !== null && (
          <progress aria-label="Upload" value={progress} className="progress w-32" />
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-2 text-xs font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
