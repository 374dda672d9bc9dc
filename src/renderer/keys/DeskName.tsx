/** The name under which this desk presses, kept on this machine. */
import { useState } from 'react';
import { useDesk, useHands } from '../state/desk.ts';

/** Where the name is kept. */
export const nameKey = 'greenroom.name';
const longest = 60;

export function DeskName() {
  const { state, isCutOff } = useDesk();
  const { client } = useHands();
  const [name, setName] = useState<string | null>(null);
  const wanted = (name ?? state.you).trim();
  return (
    <form
      className="desk-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === '' || wanted === state.you) return;
        window.localStorage.setItem(nameKey, wanted);
        setName(null);
        // The window's port is handed over once for each loading of the page.
        if (window.greenroom?.isDesktop === true) window.location.reload();
        else client.rename(wanted);
      }}
    >
      <label className="field">
        <span>Your name at this desk</span>
        <input
          value={name ?? state.you}
          maxLength={longest}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
        <small>Stands in the history, in the as-run log and beside your presses.</small>
      </label>
      <button type="submit" className="button" disabled={isCutOff || wanted === '' || wanted === state.you}>
        Use this name
      </button>
    </form>
  );
}
