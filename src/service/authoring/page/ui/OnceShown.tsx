/** A key or secret, shown once with an amber edge: it goes at the press of "I have it" and is nowhere else. */
import { Button } from './Button.tsx';
import { Copy } from './Copy.tsx';
import { usePage, usePageState } from './usePage.ts';

export function OnceShown({ what, note }: { readonly what: string; readonly note: string }) {
  const { running } = usePage();
  const shown = usePageState((state) => state.shownOnce);
  if (shown === null) return null;
  return (
    <div className="once">
      <b>{shown.value}</b>
      <Copy value={shown.value} />
      <span>
        Shown once: {what} of {shown.name}. {note}
      </span>
      <Button onPress={running.haveIt}>I have it</Button>
    </div>
  );
}
