/** Starts the page. Moves the token from the address to session storage, to keep it out of history and screenshots. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { say } from '../core/language/say.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { tabStorage } from '../ui/safeStorage.ts';
import { armedForMs, createSecondPress, SecondPressContext } from '../ui/secondPress.ts';
import { App } from './App.tsx';
import { speakBrowserLanguage } from './language.ts';
import './styles.ts';
import { createPage } from './state/page.ts';
import { PageContext } from './ui/usePage.ts';

const tokenKey = 'greenroom-service-token';

function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return tabStorage.getItem(tokenKey) ?? '';
  tabStorage.setItem(tokenKey, token);
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}

async function start(root: HTMLElement): Promise<void> {
  // Before anything is awaited, so that the address shows the token as briefly as possible.
  const token = takeToken();
  await speakBrowserLanguage(navigator.languages);
  document.title = say('Collections service');
  const page = createPage(token);
  page.connection.start();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={page.context.queryClient}>
        <PageContext value={page}>
          <SecondPressContext value={createSecondPress(armedForMs)}>
            <ErrorBoundary
              title={say('This page can’t be displayed. The service is not affected.')}
              advice={say('Unsaved changes are lost when you reload.')}
            >
              <App />
            </ErrorBoundary>
          </SecondPressContext>
        </PageContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('page');
if (root !== null) void start(root);
