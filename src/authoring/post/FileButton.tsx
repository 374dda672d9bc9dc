/** A button that opens the file picker. */
import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/Button.tsx';

type FileButtonProps = {
  readonly label: string;
  readonly accept: string;
  readonly isMultiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
};

export function FileButton({ label, accept, isMultiple, onFiles, children }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onPress={() => field.current?.click()}>{children}</Button>
      <input
        ref={field}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={isMultiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
