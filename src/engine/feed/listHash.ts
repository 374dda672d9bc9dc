/** Hashes the lists on air. All feeds share the hashes of groups of posts. */
import { hash } from 'node:crypto';
import { createListHash } from '../../core/feed/publication.ts';

export const listHash = createListHash((text) => hash('sha256', text));
