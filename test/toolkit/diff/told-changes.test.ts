/** Changes beside those of schemas: where tokens come from, servers, forms, annotations, events. */

import t from 'tap'
import { answer, changesOf, type DocumentParts, documentOf, json } from './helpers/documents.js'

/** One operation. */
const one = (operation: object, parts: DocumentParts = {}, item: object = {}) =>
  documentOf({ '/a': { ...item, post: { operationId: 'a', ...answer(), ...operation } } }, parts)

const oauth = (flows: object, name = 'x') =>
  one(
    { security: [{ [name]: [] }] },
    { components: { securitySchemes: { [name]: { type: 'oauth2', flows } } } },
  )
const credentials = (tokenUrl: string, ...scopes: string[]) => ({
  clientCredentials: {
    tokenUrl,
    scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])),
  },
})
const password = { password: { tokenUrl: 'https://a.test/p', scopes: {} } }
const openId = (openIdConnectUrl: string) =>
  one(
    { security: [{ x: [] }] },
    { components: { securitySchemes: { x: { type: 'openIdConnect', openIdConnectUrl } } } },
  )
const key = (scheme: object) =>
  one(
    { security: [{ x: [] }] },
    { components: { securitySchemes: { x: { type: 'apiKey', ...scheme } } } },
  )
const old = (authorizationUrl: string) => ({
  ...{ swagger: '2.0', info: { title: 'T', version: '1' } },
  paths: { '/a': { post: { operationId: 'a', ...answer(), security: [{ x: [] }] } } },
  securityDefinitions: {
    x: { type: 'oauth2', flow: 'implicit', authorizationUrl, scopes: {} },
  },
})
const region = (...regions: string[]) =>
  one(
    {},
    { servers: [{ url: 'https://{r}.test', variables: { r: { default: 'eu', enum: regions } } }] },
  )
const server = (url: string) => ({ servers: [{ url }] })
const text = { type: 'string' }
const list = { type: 'object', properties: { f: { type: 'array', items: text } } }
const form = (type: string, schema: object, encoding: object) =>
  one({ requestBody: { content: { [type]: { schema, encoding } } } })
const fields = (encoding: object) => form('application/x-www-form-urlencoded', list, encoding)
const file = { type: 'object', properties: { f: { type: 'string', format: 'binary' } } }
const parts = (encoding: object, schema: object = { type: 'object', properties: { f: text } }) =>
  form('multipart/form-data', schema, encoding)
const header = (explode: boolean) =>
  one({
    responses: {
      200: {
        description: 'd',
        headers: { 'X-A': { explode, schema: { type: 'object', properties: { a: text } } } },
      },
    },
  })
const empty = (allowEmptyValue: boolean) =>
  one({ parameters: [{ name: 'p', in: 'query', allowEmptyValue, schema: { type: 'integer' } }] })
const body = (member: object) =>
  one({ requestBody: { content: json({ type: 'object', properties: { a: member } }) } })
const hook = (event: object) =>
  one({}, { webhooks: { grown: { post: { ...answer(), ...event } } } })
const payload = (content: object, required = true) => hook({ requestBody: { required, content } })
const call = (address: string) => one({ callbacks: { done: { [address]: { post: answer() } } } })
const signed = { parameters: [{ name: 'X-Sig', in: 'header', required: true, schema: text }] }

/** Two documents, and what is told there and, unless it is the same, back: severity, rule, text and witness. */
const TABLE: Record<string, readonly [one: object, other: object, there: string, back?: string]> = {
  'the address of tokens': [
    oauth(credentials('https://a.test')),
    oauth(credentials('https://b.test')),
    'breaking security-url-changed: tokenUrl of clientCredentials https://a.test → https://b.test {"request":"https://a.test"}',
  ],
  'a flow': [
    oauth({ ...credentials('https://a.test'), ...password }),
    oauth(credentials('https://a.test')),
    'breaking security-flow-removed: password is removed {"request":"https://a.test/p"}',
    '',
  ],
  'a scope': [
    oauth(credentials('https://a.test', 'r', 'w')),
    oauth(credentials('https://a.test', 'r')),
    'breaking security-scope-removed: the scope w of clientCredentials is removed {"scope":"w"}',
    '',
  ],
  'another name of a scheme': [
    oauth(credentials('https://a.test')),
    oauth(credentials('https://a.test'), 'y'),
    '',
    '',
  ],
  'another scheme': [
    oauth(credentials('https://a.test')),
    oauth(password, 'y'),
    'breaking security-tightened: oauth2 y is needed {"security":{"oauth2 x":[]}}',
  ],
  'the discovery': [
    openId('https://a.test'),
    openId('https://b.test'),
    'breaking security-url-changed: openIdConnectUrl of discovery https://a.test → https://b.test {"request":"https://a.test"}',
  ],
  'the address of 2.0': [
    old('https://a.test'),
    old('https://b.test'),
    'breaking security-url-changed: authorizationUrl of implicit https://a.test → https://b.test {"request":"https://a.test"}',
  ],
  'the place of a key': [
    key({ in: 'header', name: 'K' }),
    key({ in: 'query', name: 'K' }),
    'breaking security-tightened: query K is needed {"security":{"header k":[]}}',
  ],
  'the case of a header': [
    key({ in: 'header', name: 'K' }),
    key({ in: 'header', name: 'k' }),
    '',
    '',
  ],
  'values of a variable': [
    region('eu', 'us'),
    region('eu'),
    'notice server-removed: the server https://us.test is removed',
    '',
  ],
  'a server of an operation': [
    one({}, server('https://a.test/v1')),
    one(server('https://a.test/v2'), server('https://a.test/v1')),
    'breaking base-path-changed: the base path is /v2, no longer /v1 {"request":"/v1"}',
  ],
  'a server of a path': [
    one({}, server('https://a.test')),
    one({}, server('https://a.test'), server('https://b.test')),
    'notice server-removed: the server https://a.test is removed',
  ],
  'a name without a value': [
    empty(true),
    empty(false),
    'breaking parameter-empty: the parameter needs a value (allowEmptyValue) {"query":"p="}',
    '',
  ],
  'the style of a field': [
    fields({}),
    fields({ f: { style: 'pipeDelimited', explode: false } }),
    'breaking request-body-style: f is written otherwise: f=alder&f=juniper → f=alder%7Cjuniper {"f":["alder","juniper"]}',
  ],
  'the media type of a part': [
    parts({ f: { contentType: 'text/plain, text/csv' } }),
    parts({ f: { contentType: 'text/*' } }),
    '',
    'breaking request-body-part-type: f has to be text/plain, text/csv {"f":{"headers":{"content-type":"text/*"}}}',
  ],
  'the media type of a file': [
    parts({}, file),
    parts({ f: { contentType: 'image/png' } }, file),
    'breaking request-body-part-type: f has to be image/png {"f":{"headers":{"content-type":"application/octet-stream"}}}',
    '',
  ],
  'the style of a header': [
    header(false),
    header(true),
    'breaking response-header-style: the header is written otherwise: a,alder,fern0,juniper → a=alder,fern0=juniper {"a":"alder","fern0":"juniper"}',
  ],
  'a deprecated member': [
    body(text),
    body({ ...text, deprecated: true }),
    'notice request-body-deprecated: deprecated false → true',
    '',
  ],
  'a format that is not checked': [
    body({ type: 'number', format: 'float' }),
    body({ type: 'number', format: 'double' }),
    'notice request-body-format: format "float" → "double"',
  ],
  'the encoding of a text': [
    body(text),
    body({ ...text, contentEncoding: 'base64', contentMediaType: 'image/png' }),
    'notice request-body-content: content none → image/png in base64',
  ],
  'a member that is read-only': [
    body(text),
    body({ ...text, readOnly: true }),
    'notice request-body-one-way: is readOnly',
    '',
  ],
  'an operationId': [
    one({}),
    one({ operationId: 'b' }),
    'notice operation-id-changed: the operationId is b, no longer a',
  ],
  'the media type of a payload': [
    payload(json(text)),
    payload({ 'text/plain': {} }),
    'breaking event-media-type-added: the payload may be text/plain {"headers":{"content-type":"text/plain"}}',
  ],
  'a payload that may be missing': [
    payload(json(text)),
    payload(json(text), false),
    'breaking event-body-required: the payload may be missing {"headers":{"content-length":"0"}}',
    '',
  ],
  'a header of an event': [
    hook(signed),
    hook({}),
    'breaking event-parameter-required: the header parameter x-sig may be missing {"headers":{}}',
    '',
  ],
  'values of a header of an event': [
    hook({ parameters: [{ name: 'X-E', in: 'header', schema: { enum: ['a'] } }] }),
    hook({ parameters: [{ name: 'X-E', in: 'header', schema: { enum: ['a', 'b'] } }] }),
    'breaking event-parameter-values: enum ["a"] → ["a","b"] "b"',
    '',
  ],
  'an answer to an event': [
    hook({}),
    hook({ responses: { '2XX': { description: 'd' } } }),
    '',
    'breaking event-status-removed: the status 2XX is no answer to it {"status":"2XX"}',
  ],
  'the address of a callback': [
    call('{$request.body#/u}'),
    call('{$request.body#/v}'),
    'breaking event-address-changed: it is sent to {$request.body#/v}, no longer to {$request.body#/u} {"address":"{$request.body#/u}"}',
  ],
}

function toldOf(before: object, after: object): string {
  const all = changesOf(before, after).map(({ severity, rule, text, witness }) => {
    const shown = witness === undefined ? '' : ` ${JSON.stringify(witness.value)}`
    return `${severity} ${rule}: ${text}${shown}`
  })
  return all.join('; ')
}

const ruleOf = (told: string) => told.replace(/:.*/, '')

t.test('what is told of changes beside those of schemas, there and back', async (t) => {
  for (const [name, [before, after, there, back]] of Object.entries(TABLE)) {
    t.equal(toldOf(before, after), there, name)
    if (back === undefined) t.equal(ruleOf(toldOf(after, before)), ruleOf(there), `${name}, back`)
    else t.equal(toldOf(after, before), back, `${name}, back`)
  }
})
