/** Gives every component the page's state and actions. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Page } from '../state/page.ts';
import type { PageState } from '../state/pageState.ts';

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error('A component stands outside the page.');
  return page;
}

/** A part of the state; the component is drawn anew only when that part is another value. */
export function usePageState<T>(select: (state: PageState) => T): T {
  return useStore(usePage().store, select);
}
