/** Names the cause of a failed connection by the error's code; its own text is never passed on, because it could contain the API key. */
import type { Facts } from '../../core/problem.ts';
import { type Failure, failure, LimitReached } from './failure.ts';

/** Where a request was sent. */
export type Target = {
  /** Host and port of the service. */
  readonly host: string;
  readonly isTls: boolean;
  /** Host and port of the proxy on the way; `null` for a direct connection. */
  readonly proxy: string | null;
};

const clock = 'this machine’s clock. If it is right, contact the service’s support';
const address = 'the service’s address (source.baseUrl). If it is right, contact the service’s support';
const authority =
  'the service’s address. If it is right, set its authority in Private certificate authority (source.certificateAuthority), or start Greenroom with NODE_EXTRA_CA_CERTS';
const untrusted: Facts = { what: 'the issuer of its certificate is not trusted', check: authority };
const selfSigned: Facts = { what: 'its certificate is self-signed', check: authority };
const oldVersion: Facts = { what: 'its TLS version is too old', check: 'with the service’s support' };
const noTls: Facts = {
  what: 'it doesn’t use TLS',
  check: 'the port in the service’s address (source.baseUrl), and whether it must begin with http:',
};

/** The fault of the secure connection and the next check, by the code of the error. */
const certificateFacts: Readonly<Record<string, Facts>> = {
  CERT_HAS_EXPIRED: { what: 'its certificate has expired', check: clock },
  CERT_NOT_YET_VALID: { what: 'its certificate is not valid yet', check: clock },
  CERT_REVOKED: { what: 'its certificate was revoked', check: address },
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: oldVersion,
  ERR_SSL_UNSUPPORTED_PROTOCOL: oldVersion,
};

/** Returns the failure for an error thrown by a request, whose response may have begun. */
export function failureFromError(error: unknown, target: Target, hasResponse: boolean): Failure {
  if (error instanceof LimitReached) return addCause(error.failure, target, error.failure.code);
  const code = codeOf(error);
  const classified = classifyError(error, code, target);
  // The service did respond, so neither its address nor the network is in doubt.
  const failed = hasResponse && classified.code === 'SOURCE_OFFLINE' ? incomplete : classified;
  return addCause(failed, target, code === '' ? 'UNKNOWN' : code);
}

const incomplete = failure('SOURCE_MALFORMED', { what: 'it is incomplete' });

function addCause(failed: Failure, { host }: Target, cause: string): Failure {
  return { ...failed, facts: { ...failed.facts, host, cause } };
}

function classifyError(error: unknown, code: string, target: Target): Failure {
  const certificate = code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? describeOtherName(error) : certificateFacts[code];
  if (certificate !== undefined) return failure('SOURCE_CERTIFICATE', certificate);
  if (/^(ERR_TLS|ERR_SSL|CERT_|EPROTO$)/.test(code))
    return failure('SOURCE_CERTIFICATE', { what: `the TLS handshake failed (${code})`, check: address });
  if (code.startsWith('HPE_') || isParserError(error))
    return failure('SOURCE_NOT_THE_SERVICE', { what: 'a server that doesn’t use HTTP' });
  if (/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code))
    return failure('SOURCE_MALFORMED', { what: 'its compression is damaged' });
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return failure('SOURCE_TIMEOUT', { phase: target.isTls ? 'connecting, or the TLS handshake' : 'connecting' });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return failure('SOURCE_TIMEOUT', { phase: 'waiting for a response' });
    case 'UND_ERR_BODY_TIMEOUT':
      return failure('SOURCE_TIMEOUT', { phase: 'reading the response' });
    case 'UND_ERR_HEADERS_OVERFLOW':
      return failure('SOURCE_MALFORMED', { what: 'its headers are too large' });
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return incomplete;
    default:
      return failure('SOURCE_OFFLINE', describeConnection(error, code, target));
  }
}

const network = 'this machine’s network connection';

/** Returns the cause and the next check, as parts of sentences. Without a proxy, the peer is the service. */
function describeConnection(error: unknown, code: string, { host, isTls, proxy }: Target): Facts {
  const peer = proxy === null ? host : `the proxy ${proxy}`;
  const name = (proxy ?? host).replace(/:\d+$/, '');
  const setting = proxy === null ? 'the service’s address (source.baseUrl)' : 'Proxy (source.proxy)';
  const refusedStatus = proxy === null ? null : readProxyStatus(error);
  if (refusedStatus !== null)
    return {
      what: `${peer} refused to connect to ${host} (${refusedStatus})`,
      check: `with the owner of the proxy that it may reach ${host}, and the proxy’s user name and password`,
    };
  switch (code) {
    case 'ECONNREFUSED':
      return { what: `${peer} refused the connection`, check: `that it is running, and ${setting}` };
    case 'ENOTFOUND':
    case 'ENODATA':
      return { what: `the name ${name} was not found`, check: `${setting} and this machine’s DNS server` };
    case 'EAI_AGAIN':
      return { what: `no DNS server responded for the name ${name}`, check: network };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return { what: `there is no route to ${proxy ?? host}`, check: network };
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      if (proxy !== null)
        return { what: `the connection through ${peer} was closed`, check: `${setting} and the service` };
      return {
        what: `${peer} closed the connection`,
        check: isTls ? network : `${setting}: its port, and whether it must begin with https`,
      };
    default:
      return {
        what: `the connection to ${peer} failed${/^[A-Z0-9_]+$/.test(code) ? ` (${code})` : ''}`,
        check: network,
      };
  }
}

/** The names in a certificate, as far as they are host names. */
function describeOtherName(error: unknown): Facts {
  const certificate = error instanceof Error && 'cert' in error ? error.cert : null;
  const names =
    typeof certificate === 'object' && certificate !== null && 'subjectaltname' in certificate
      ? String(certificate.subjectaltname).match(/(?<=DNS:)[\w*.-]{1,100}/g)
      : null;
  const what =
    names === null ? 'its certificate is for another host' : `its certificate is for ${names.slice(0, 3).join(', ')}`;
  return { what, check: address };
}

function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

/** The status with which a proxy refused to connect; `null` if it did not. */
function readProxyStatus(error: unknown): string | null {
  const text = error instanceof Error ? error.message : '';
  return (
    /^Proxy response \((\d{3})\)/.exec(text)?.[1] ??
    /^Proxy Authentication Required \((\d{3})\)/.exec(text)?.[1] ??
    null
  );
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : codeOf(error.cause);
}
