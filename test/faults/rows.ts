/** All rows of the fault bench. */

import type { Row } from './row.ts';
import { answerRows } from './rows/answers.ts';
import { networkRows } from './rows/network.ts';
import { webhookRows } from './rows/webhook.ts';

export const allRows: readonly Row[] = [...networkRows, ...answerRows, ...webhookRows];
