import t from 'tap'
import { headerLines, headerOf, isRaw, withHeader } from '#toolkit/conformance/exchange/request.js'
import { outcomeText } from '#toolkit/conformance/exchange/response.js'

t.test('header lines', async (t) => {
  const headers = headerLines({ 'X-A': ['1', '2'], 'X-B': 3, 'X-C': undefined })
  t.same(headers, [
    ['X-A', '1'],
    ['X-A', '2'],
    ['X-B', '3'],
  ])
  t.equal(headerOf({ headers }, 'x-a'), '1')
  t.equal(headerOf({ headers }, 'x-c'), undefined)
  const request = { method: 'GET', target: '/', headers }
  t.same(withHeader(request, 'x-a', '4').headers, [
    ['X-B', '3'],
    ['x-a', '4'],
  ])
  t.same(withHeader(request, 'x-a', undefined).headers, [['X-B', '3']])
  t.notOk(isRaw(request))
  t.ok(isRaw({ bytes: Buffer.alloc(0) }))
})

t.test('an outcome in a few words', async (t) => {
  const response = { status: 200, headers: [], body: Buffer.from('x'.repeat(301)), ms: 0 }
  t.equal(outcomeText(response), `status 200, ${'x'.repeat(300)}…`)
  const headers = [['Content-Type', 'text/plain'] as const]
  const found = outcomeText({ ...response, headers, body: Buffer.alloc(0) })
  t.equal(found, 'status 200, text/plain, no body')
  t.equal(outcomeText({ failure: 'time', detail: 'late' }), 'no response: late')
})
