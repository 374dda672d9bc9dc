/** Hooks for the page's state and actions. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Page } from '../state/page.ts';
import type { PageState } from '../state/pageState.ts';

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error('usePage must be called inside a PageContext.');
  return page;
}

/** Returns part of the state; the component re-renders only when that part changes. */
export function usePageState<T>(select: (state: PageState) => T): T {
  return useStore(usePage().store, select);
}
