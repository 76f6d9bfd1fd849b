import type { LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'

export function refused(
  t: Test,
  response: LightMyRequestResponse,
  { error, message }: { readonly error: number; readonly message?: string | RegExp },
  name = String(error),
): void {
  const body: { error: number; message: string } = response.json()
  t.equal(response.statusCode, Math.floor(error / 100), `${name}: ${response.body}`)
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8', name)
  t.same(Object.keys(body), ['error', 'message'], name)
  t.equal(body.error, error, name)
  t.ok(Number.isInteger(body.error) && body.error < 2 ** 31, name)
  t.match(body.message, message ?? /^[A-Z][^\n]*[^.]\.$/, name)
}
