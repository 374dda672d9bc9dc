/** Reads the reason from a response of the control API that is an error. */

type ErrorBody = { readonly error?: { readonly message?: string; readonly details?: { readonly nextStep?: string } } };

/** Greenroom’s own next step is for a browser. */
const tokenStep = 'Create a token on the desk under Settings, Control and tokens, and enter it in the connection.';

/** The message and next step of an ErrorResponse. */
export async function readErrorMessage(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const { message = `Greenroom answered with status ${response.status}.`, details } = body?.error ?? {};
  return [message, response.status === 401 ? tokenStep : (details?.nextStep ?? '')].join(' ').trim();
}
