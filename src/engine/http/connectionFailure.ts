/** Names the cause of a failed connection by the error's code; its own text is never passed on, because it could contain the API key. */
import { markMessage, sayLater } from '../../core/language/say.ts';
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

/** Marked messages, said when a connection fails. */
type Fault = { readonly what: string; readonly check: string };

const clock = markMessage('this machine’s clock. If it is right, contact the service’s support');
const address = markMessage('the service’s address (source.baseUrl). If it is right, contact the service’s support');
const authority = markMessage(
  'the service’s address. If it is right, set its authority in Private certificate authority (source.certificateAuthority), or start Greenroom with NODE_EXTRA_CA_CERTS',
);
const untrusted: Fault = { what: markMessage('the issuer of its certificate is not trusted'), check: authority };
const selfSigned: Fault = { what: markMessage('its certificate is self-signed'), check: authority };
const oldVersion: Fault = {
  what: markMessage('its TLS version is too old'),
  check: markMessage('with the service’s support'),
};
const noTls: Fault = {
  what: markMessage('it doesn’t use TLS'),
  check: markMessage('the port in the service’s address (source.baseUrl), and whether it must begin with http:'),
};
/** A proxy that lets nothing through often answers with a page of its own. */
const noTlsThroughProxy: Fault = {
  what: markMessage('the response through the proxy {proxy} doesn’t use TLS'),
  check: markMessage(
    'that the proxy connects to the service without a login, Proxy (source.proxy), and the port in the service’s address (source.baseUrl)',
  ),
};

/** The fault of the secure connection and the next check, by the code of the error. */
const certificateFaults: Readonly<Record<string, Fault>> = {
  CERT_HAS_EXPIRED: { what: markMessage('its certificate has expired'), check: clock },
  CERT_NOT_YET_VALID: { what: markMessage('its certificate is not valid yet'), check: clock },
  CERT_REVOKED: { what: markMessage('its certificate was revoked'), check: address },
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
  const failed = hasResponse && classified.code === 'SOURCE_OFFLINE' ? createIncomplete() : classified;
  return addCause(failed, target, code === '' ? 'UNKNOWN' : code);
}

function createIncomplete(): Failure {
  return failure('SOURCE_MALFORMED', { what: sayLater('it is incomplete') });
}

function addCause(failed: Failure, { host }: Target, cause: string): Failure {
  return { ...failed, facts: { ...failed.facts, host, cause } };
}

function classifyError(error: unknown, code: string, target: Target): Failure {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return failure('SOURCE_CERTIFICATE', describeOtherName(error));
  const { proxy } = target;
  const known = certificateFaults[code];
  const fault = known === noTls && proxy !== null ? noTlsThroughProxy : known;
  if (fault !== undefined)
    return failure('SOURCE_CERTIFICATE', {
      what: sayLater(fault.what, { proxy: proxy ?? '' }),
      check: sayLater(fault.check),
    });
  if (/^(ERR_TLS|ERR_SSL|CERT_|EPROTO$)/.test(code))
    return failure('SOURCE_CERTIFICATE', {
      what: sayLater('the TLS handshake failed ({code})', { code }),
      check: sayLater(address),
    });
  if (code.startsWith('HPE_') || isParserError(error))
    return failure('SOURCE_NOT_THE_SERVICE', { what: sayLater('a server that doesn’t use HTTP') });
  if (/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code))
    return failure('SOURCE_MALFORMED', { what: sayLater('its compression is damaged') });
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return failure('SOURCE_TIMEOUT', { phase: describeConnecting(target) });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return failure('SOURCE_TIMEOUT', { phase: sayLater('waiting for a response') });
    case 'UND_ERR_BODY_TIMEOUT':
      return failure('SOURCE_TIMEOUT', { phase: sayLater('reading the response') });
    case 'UND_ERR_HEADERS_OVERFLOW':
      return failure('SOURCE_MALFORMED', { what: sayLater('its headers are too large') });
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return createIncomplete();
    default:
      return failure('SOURCE_OFFLINE', describeConnection(error, code, target));
  }
}

function describeConnecting({ isTls, proxy }: Target): Facts[string] {
  if (proxy !== null) return sayLater('connecting through the proxy {proxy}', { proxy });
  return isTls ? sayLater('connecting, or the TLS handshake') : sayLater('connecting');
}

/** Returns the cause and the next check, as parts of sentences. Without a proxy, the peer is the service. */
function describeConnection(error: unknown, code: string, { host, isTls, proxy }: Target): Facts {
  const peer = proxy === null ? host : sayLater('the proxy {proxy}', { proxy });
  const network = sayLater('this machine’s network connection');
  const name = (proxy ?? host).replace(/:\d+$/, '');
  const setting =
    proxy === null ? sayLater('the service’s address (source.baseUrl)') : sayLater('Proxy (source.proxy)');
  const refusedStatus = proxy === null ? null : readProxyStatus(error);
  if (refusedStatus !== null)
    return {
      what: sayLater('{peer} refused to connect to {host} ({status})', { peer, host, status: refusedStatus }),
      check: sayLater('with the owner of the proxy that it may reach {host}, and the proxy’s user name and password', {
        host,
      }),
    };
  switch (code) {
    case 'ECONNREFUSED':
      return {
        what: sayLater('{peer} refused the connection', { peer }),
        check: sayLater('that it is running, and {setting}', { setting }),
      };
    case 'ENOTFOUND':
    case 'ENODATA':
      return {
        what: sayLater('the name {name} was not found', { name }),
        check: sayLater('{setting} and this machine’s DNS server', { setting }),
      };
    case 'EAI_AGAIN':
      return { what: sayLater('no DNS server responded for the name {name}', { name }), check: network };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return { what: sayLater('there is no route to {host}', { host: proxy ?? host }), check: network };
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      if (proxy !== null)
        return {
          what: sayLater('the connection through {peer} was closed', { peer }),
          check: sayLater('{setting} and the service', { setting }),
        };
      return {
        what: sayLater('{peer} closed the connection', { peer }),
        check: isTls ? network : sayLater('{setting}: its port, and whether it must begin with https', { setting }),
      };
    default:
      return {
        what: /^[A-Z0-9_]+$/.test(code)
          ? sayLater('the connection to {peer} failed ({code})', { peer, code })
          : sayLater('the connection to {peer} failed', { peer }),
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
    names === null
      ? sayLater('its certificate is for another host')
      : sayLater('its certificate is for {names}', { names: names.slice(0, 3).join(', ') });
  return { what, check: sayLater(address) };
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
