/** Starts the desk: connects to the engine, stores the state it sends, and renders in the engine’s language. */
import { machineStorage } from '../ui/safeStorage.ts';
import './screens/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { armedForMs } from '../ui/secondPress.ts';
import { chooseWire } from './engine/chooseWire.ts';
import { createClient } from './engine/client.ts';
import { drawPosters } from './engine/drawPosters.ts';
import { drawVideoFrame } from './engine/drawVideoFrame.ts';
import { SpokenApp } from './screens/SpokenApp.tsx';
import { takeDeskSecret } from './stores/deskSecret.ts';
import { mirrorListeners, shownRevisions, useMirror } from './stores/engineMirror.ts';
import { restoreGivenName, saveGivenName } from './stores/givenName.ts';
import { enteredName } from './stores/operatorName.ts';
import { readLastLanguage, speak } from './stores/spokenLanguage.ts';

const typedName = enteredName();
const client = createClient(
  {
    ...chooseWire(window),
    ...{ name: typedName, givenName: restoreGivenName(window, typedName), secret: takeDeskSecret(window) },
    shownRevisions,
  },
  { ...mirrorListeners(Date.now), onNamed: (name, typed, at) => saveGivenName(window, { name, typed, since: at }) },
  {
    now: () => performance.now(),
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  },
);

drawPosters(client, {
  lists: () => Object.values(useMirror.getState().lists),
  subscribe: (onChange) => {
    useMirror.subscribe(({ lists }, before) => {
      if (lists !== before.lists) onChange();
    });
  },
  draw: drawVideoFrame,
});

void speak(readLastLanguage(machineStorage, navigator.languages));

const root = document.getElementById('desk');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <SpokenApp client={client} armedForMs={armedForMs} />
    </StrictMode>,
  );
}
