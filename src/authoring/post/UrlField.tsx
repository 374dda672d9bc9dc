/** A field for a media URL. It adds only media that this browser can load. */

import { useState } from 'react';
import { say } from '../../core/language/say.ts';
import type { MediaItem } from '../../core/serviceDocument.ts';
import { Lamp } from '../../ui/Lamp.tsx';
import { detectMediaType, findUrlProblem } from '../state/mediaType.ts';
import { Button } from '../ui/Button.tsx';

type UrlFieldProps = {
  readonly label: string;
  readonly isPictureOnly: boolean;
  readonly onAdd: (media: MediaItem) => void;
  readonly onClose: () => void;
};

export function UrlField({ label, isPictureOnly, onAdd, onClose }: UrlFieldProps) {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  const add = async () => {
    const foundProblem = findUrlProblem(url.trim(), isPictureOnly);
    if (foundProblem !== null) return setProblem(foundProblem);
    setChecking(true);
    const mediaType = await detectMediaType(url.trim());
    setChecking(false);
    if (mediaType === null)
      return setProblem(
        say('Not added: nothing at this URL can be shown. Use a picture or video that this machine can load'),
      );
    onAdd({ mediaUrl: url.trim(), mediaType });
    setUrl('');
    onClose();
  };
  return (
    <>
      <div className="by-url">
        <input
          // biome-ignore lint/a11y/noAutofocus: the user has just opened this field.
          autoFocus
          aria-label={label}
          className={problem === null ? undefined : 'has-fault'}
          placeholder="https://"
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey) void add();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onClose();
          }}
        />
        <Button
          onPress={() => void add()}
          disabledReason={isChecking ? say('checking the address') : url.trim() === '' ? say('enter an address') : null}
        >
          {isChecking ? say('Checking') : say('Add')}
        </Button>
      </div>
      {problem === null ? null : <Lamp kind="bad" text={problem} />}
    </>
  );
}
