/** A field for an address of somewhere else: looked at before it is taken, so that nothing that cannot be shown gets in. */
import { useState } from 'react';
import type { MediaItem } from '../../../document.ts';
import { mediaTypeOf, typeFault } from '../state/mediaType.ts';
import { Button } from '../ui/Button.tsx';
import { Lamp } from '../ui/marks.tsx';

type AddressFieldProps = {
  readonly label: string;
  readonly isForPictureOnly: boolean;
  readonly onTake: (media: MediaItem) => void;
  readonly onClose: () => void;
};

export function AddressField({ label, isForPictureOnly, onTake, onClose }: AddressFieldProps) {
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const take = async () => {
    const wrong = typeFault(address.trim(), isForPictureOnly);
    if (wrong !== null) return setFault(wrong);
    setLooking(true);
    const mediaType = await mediaTypeOf(address.trim());
    setLooking(false);
    if (mediaType === null)
      return setFault(
        'Not added: nothing at that address can be shown. Right: a picture or film that this machine can reach.',
      );
    onTake({ mediaUrl: address.trim(), mediaType });
    setAddress('');
    onClose();
  };
  return (
    <>
      <div className="by-address">
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field.
          autoFocus
          aria-label={label}
          className={fault === null ? undefined : 'has-fault'}
          placeholder="https://"
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            setFault(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey) void take();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onClose();
          }}
        />
        <Button onPress={() => void take()} isDisabled={address.trim() === '' || isLooking}>
          {isLooking ? 'Looking' : 'Add'}
        </Button>
      </div>
      {fault === null ? null : <Lamp kind="bad" words={fault} />}
    </>
  );
}
