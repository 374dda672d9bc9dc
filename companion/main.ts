/** Starts the module in the process that Companion has created for it. */
import { runEntrypoint } from '@companion-module/base';
import { GreenroomInstance } from './instance.ts';

runEntrypoint(GreenroomInstance, []);
