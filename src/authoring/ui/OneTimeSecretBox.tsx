/** A new key or secret, shown once. “Got it” removes it; it is stored nowhere else. */
import { say } from '../../core/language/say.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Button } from './Button.tsx';
import { usePage, usePageState } from './usePage.ts';

export function OneTimeSecretBox({ note }: { readonly note: string }) {
  const { serviceActions } = usePage();
  const secret = usePageState((state) => state.oneTimeSecret);
  if (secret === null) return null;
  return (
    <div className="one-time-secret">
      <b>{secret.value}</b>
      <CopyButton text={secret.value} name={say('Copy {name}', { name: secret.name })} label={say('Copy')} />
      <span>
        {say('Shown once: {name}.', { name: secret.name })} {note}
      </span>
      <Button onPress={serviceActions.dismissSecret}>{say('Got it')}</Button>
    </div>
  );
}
