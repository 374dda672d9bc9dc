/** Starts the page: takes the token out of the address, so that it is in no history and no picture of the screen, and keeps it for the tab. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import './look/look.css';
import { createPage } from './state/page.ts';
import { PageContext } from './ui/usePage.ts';

const tokenName = 'greenroom-service-token';

function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return sessionStorage.getItem(tokenName) ?? '';
  sessionStorage.setItem(tokenName, given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}

const place = document.getElementById('page');
if (place !== null) {
  const page = createPage(takeToken());
  page.contact.start();
  createRoot(place).render(
    <StrictMode>
      <PageContext value={page}>
        <App />
      </PageContext>
    </StrictMode>,
  );
}
