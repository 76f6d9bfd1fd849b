import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { errors } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

const { malformedBody, contractViolation, missingBody, unsupportedMediaType } = errors
const contract = await contractOf(t, await fixture('bodies.yaml'))

const METHODS = { required: 'POST', optional: 'PUT', patch: 'PATCH', none: 'POST' } as const
type Operation = keyof typeof METHODS

/** An app, and the requests that reach its handlers. */
async function serving(): Promise<{ app: FastifyInstance; seen: object[] }> {
  const seen: object[] = []
  const see = (request: object) => {
    seen.push(request)
    return { status: 200, body: null }
  }
  const handlers = { required: see, optional: see, patch: see, none: see }
  return { app: await serveContract(t, contract, { handlers, server: { bodyLimit: 1000 } }), seen }
}

const { app, seen } = await serving()

function send(
  operation: Operation,
  type?: string,
  payload?: string,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: METHODS[operation],
    url: `/${operation}`,
    headers: type === undefined ? {} : { 'content-type': type },
    ...(payload !== undefined && { payload }),
  })
}

const JSON_TYPE = 'application/json'
const NOTE_TYPE = 'application/vnd.note+json'
const PATCH_TYPE = 'application/merge-patch+json'

const accepted: [
  operation: Operation,
  type: string | undefined,
  payload: string | undefined,
  body: unknown,
][] = [
  ['required', JSON_TYPE, '{"text":"a"}', { text: 'a' }],
  ['required', 'Application/JSON', '{"text":"a"}', { text: 'a' }],
  ['required', 'application/json; charset=utf-8', '{"text":"é"}', { text: 'é' }],
  ['required', 'application/json;charset=UTF-8;x="a;b"', '{"text":"a"}', { text: 'a' }],
  ['required', JSON_TYPE, '{"text":"a","more":[1]}', { text: 'a', more: [1] }],
  ['required', JSON_TYPE, ' \r\n\t{"text":"a"}\n', { text: 'a' }],
  ['required', NOTE_TYPE, '["a"]', ['a']],
  ['required', 'application/VND.note+JSON;v=1', '[]', []],
  ['optional', JSON_TYPE, '{}', {}],
  ['optional', JSON_TYPE, 'null', null],
  ['optional', JSON_TYPE, '', undefined],
  ['optional', JSON_TYPE, undefined, undefined],
  ['optional', undefined, undefined, undefined],
  ['patch', PATCH_TYPE, 'null', null],
  ['patch', PATCH_TYPE, '0', 0],
  ['patch', PATCH_TYPE, 'false', false],
  ['patch', PATCH_TYPE, '""', ''],
  ['patch', PATCH_TYPE, undefined, undefined],
]

for (const [operation, type, payload, body] of accepted) {
  t.test(`${operation} accepts ${type}: ${payload}`, async (t) => {
    const response = await send(operation, type, payload)
    t.equal(response.statusCode, 200, response.body)
    const request = seen.pop() as { body: unknown }
    t.ok('body' in request)
    t.strictSame(request.body, body)
  })
}

t.test('an operation without a body gets none', async (t) => {
  for (const type of [undefined, JSON_TYPE]) {
    const response = await send('none', type)
    t.equal(response.statusCode, 200, response.body)
    t.notOk('body' in (seen.pop() as object))
  }
})

type Row = { readonly error: number }
const failing: [
  operation: Operation,
  type: string | undefined,
  payload: string | undefined,
  row: Row,
  message?: RegExp,
][] = [
  ['required', undefined, undefined, missingBody],
  ['required', JSON_TYPE, undefined, missingBody],
  ['required', NOTE_TYPE, '', missingBody],
  ['required', JSON_TYPE, ' ', malformedBody],
  [
    'required',
    JSON_TYPE,
    '{"text":',
    malformedBody,
    /: the text is not valid JSON: it ends too early\.$/,
  ],
  [
    'required',
    JSON_TYPE,
    '{"text":"a","text":"b"}',
    malformedBody,
    /: an object has a member twice\.$/,
  ],
  ['required', JSON_TYPE, 'null', contractViolation, /: body must be object\.$/],
  ['required', JSON_TYPE, '"text"', contractViolation, /: body must be object\.$/],
  ['required', JSON_TYPE, '{}', contractViolation, /: body must have required property 'text'\.$/],
  ['required', JSON_TYPE, '{"text":1}', contractViolation, /: body\/text must be string\.$/],
  ['required', JSON_TYPE, '{"text":null}', contractViolation],
  ['required', JSON_TYPE, '{"text":["a"]}', contractViolation],
  [
    'required',
    JSON_TYPE,
    '{"text":"a","count":"1"}',
    contractViolation,
    /: body\/count must be integer\.$/,
  ],
  ['required', JSON_TYPE, '{"text":"a","count":true}', contractViolation],
  ['required', JSON_TYPE, '{"text":"a","count":null}', contractViolation],
  ['required', JSON_TYPE, '{"text":"a","count":1e400}', contractViolation],
  ['required', JSON_TYPE, '{"text":"a","__proto__":{"text":"a"}}', errors.malformedBody],
  ['required', NOTE_TYPE, '{"text":"a"}', contractViolation, /: body must be array\.$/],
  ['required', undefined, '{"text":"a"}', unsupportedMediaType],
  ['required', 'text/plain', '{"text":"a"}', unsupportedMediaType],
  ['required', 'text/json', '{"text":"a"}', unsupportedMediaType],
  ['required', 'application/jsonp', '{"text":"a"}', unsupportedMediaType],
  ['required', 'json', '{"text":"a"}', unsupportedMediaType],
  ['required', '*/*', '{"text":"a"}', unsupportedMediaType],
  ['required', `${JSON_TYPE}, ${JSON_TYPE}`, '{"text":"a"}', unsupportedMediaType],
  ['required', 'application/x-www-form-urlencoded', 'text=a', unsupportedMediaType],
  ['required', PATCH_TYPE, '{"text":"a"}', unsupportedMediaType],
  ['optional', JSON_TYPE, '[]', contractViolation, /: body must be object or null\.$/],
  ['optional', NOTE_TYPE, '{}', unsupportedMediaType],
  ['patch', JSON_TYPE, '{}', unsupportedMediaType],
  ['none', JSON_TYPE, '{}', unsupportedMediaType],
  ['required', JSON_TYPE, `{"text":"${'a'.repeat(1000)}"}`, errors.bodyTooLarge],
]

for (const [operation, type, payload, row, message] of failing) {
  t.test(`${operation} refuses ${type}: ${payload?.slice(0, 40)}`, async (t) => {
    refused(t, await send(operation, type, payload), {
      error: row.error,
      ...(message && { message }),
    })
    t.same(seen, [], 'the handler is not called')
  })
}

t.test('an error does not repeat the input, and changes nothing', async (t) => {
  const response = await send('required', JSON_TYPE, '{"__proto__":{"secret":1},"text":["secret"]}')
  t.notMatch(response.body, 'secret')
  t.notOk('secret' in {})
  t.equal((await send('required', JSON_TYPE, '{"text":"a"}')).statusCode, 200)
})
