import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { SecurityHandler, Verify } from './security.js'

/**
 * A security handler for `mutualTLS`: the client's certificate, which the server must request
 * (`https: { requestCert: true, rejectUnauthorized: false, ca }`) and which must be signed by one
 * of its authorities. Behind a proxy that ends TLS there is none: write a handler that reads the
 * headers of the proxy.
 *
 * HTTP has no challenge for certificates, so that refusals are 403.
 */
export function mutualTls<Principal = PeerCertificate>(
  verify: Verify<PeerCertificate, Principal> = (certificate) => certificate as Principal,
): SecurityHandler<Principal> {
  return {
    async authenticate(request, _reply, scopes, scheme) {
      const socket = request.raw.socket as Partial<TLSSocket>
      const certificate = socket.authorized === true ? socket.getPeerCertificate?.() : undefined
      return certificate && verify(certificate, { request, scopes, scheme })
    },
  }
}
