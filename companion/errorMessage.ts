/** Reads the reason from a response of the control API that is an error. */

type ErrorBody = { readonly error?: { readonly message?: string; readonly details?: { readonly nextStep?: string } } };

/** The message and next step of an ErrorResponse. */
export async function readErrorMessage(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const { message = `Greenroom answered with status ${response.status}.`, details } = body?.error ?? {};
  return [message, details?.nextStep ?? ''].join(' ').trim();
}
