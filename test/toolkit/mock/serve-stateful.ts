import type { Contract } from 'fastify-contract'
import type { Test } from 'tap'
import { acceptAnyCredential, mock, mockErrors } from '#toolkit/mock/index.js'
import { serveContract } from '../../helpers/serve-document.js'

/** Serves a stateful mock of its own; what comes back sends it requests. */
export async function serveStateful(t: Test, contract: Contract, document: unknown) {
  const app = await serveContract(t, contract as never, {
    handlers: {},
    security: acceptAnyCredential(contract),
    missing: mock(contract, { document, stateful: true }),
    errorBody: await mockErrors(contract, { document }),
    unnamedMembers: 'send',
  })
  return async (method: string, url: string, payload?: unknown, type = 'application/json') => {
    const headers = payload === undefined ? {} : { 'content-type': type }
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload) }
    const response = await app.inject({ method: method as 'GET', url, headers, ...body })
    const text = response.body
    return {
      status: response.statusCode,
      headers: response.headers,
      body: text && JSON.parse(text),
    }
  }
}
