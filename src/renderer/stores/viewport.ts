/** Whether the window is too narrow for the full layout. */
import { create } from 'zustand';

const query = window.matchMedia('(max-width: 1599px)');

export const useViewport = create<{ readonly isCompact: boolean }>()(() => ({ isCompact: query.matches }));

query.addEventListener('change', ({ matches }) => useViewport.setState({ isCompact: matches }));
