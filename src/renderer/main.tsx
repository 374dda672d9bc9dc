/** Starts the desk: connects to the engine, stores the state it sends and renders. */
import './ui/fonts.ts';
import './styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { chooseWire } from './control/chooseWire.ts';
import { createClient } from './control/client.ts';
import { nameStorageKey } from './keys/DeskName.tsx';
import { receiveLink, receiveLists, receiveState } from './state/engineMirror.ts';
import { createQueryClient } from './state/queries.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';

const client = createClient(
  { ...chooseWire(window), name: window.localStorage.getItem(nameStorageKey) },
  {
    onState: (state) => receiveState(state, Date.now()),
    onLists: (lists) => receiveLists(lists, Date.now()),
    onLink: (state, refusal) => receiveLink(state, refusal, Date.now()),
  },
  {
    now: () => performance.now(),
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  },
);

const root = document.getElementById('desk');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <ErrorBoundary>
          <App client={client} />
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>,
  );
}
