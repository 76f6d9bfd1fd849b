import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { tableOf } from '../../helpers/rows.js'

interface More {
  /** Parameters with an `enum`. */
  readonly listed?: Readonly<Record<string, readonly string[]>>
  /** Parameters with another name in the route. */
  readonly keys?: Readonly<Record<string, string>>
  readonly told?: readonly string[]
  readonly query?: string
}

const hash = (path: string) =>
  `no client sends what is behind the \`#\` of the path ${JSON.stringify(path)}: \`%23\` matches it`

const table: readonly (readonly [path: string, url: string, more?: More])[] = [
  ...tableOf<readonly [path: string, url: string, more?: More]>(`
  / | /
  /a/b/ | /a/b/
  a | /a | {told: ['the path "a" does not start with a slash; taken as /a']}
  /{a}/b/{c_1} | '/:a/b/:c_1'
  /{a-b}/{p1}/{c.d} | '/:p1_/:p1/:p2' | {keys: {a-b: p1_, c.d: p2}}
  /{a-b}/{p1}/{p2}/{p1_} | '/:p1__/:p1/:p2/:p1_' | {keys: {a-b: p1__}}
  /a?b | /a | {query: b}
  /a? | /a | {query: ''}
  /{a}?{b} | '/:a' | {query: '{b}', told: [a path parameter under another name in a query is typed and not served yet]}
  /a?b%25c?%25d | /a | {query: 'b%25c?%25d'}
  /a%2Fb | '/a:literal0_0(^/)b'
  /x%3ay+z | '/x:literal0_0(^:)y+z'
  /{a}/{a} | '/:a/:a' | {told: ['{a} is in the path twice; a handler gets the last of its values']}
  /{a | '/{a' | {told: ['a brace of the path "/{a" is no part of a parameter, and is taken literally']}
  /é/{ü} | '/é/:p1' | {keys: {'ü': p1}}
`),
  ['/a//b', '/a//b', { told: ['`//` of the path "/a//b" is taken literally'] }],
  ['/$' + '{a}', '/$:a(^[\\s\\S]+)', { told: ['`$` of the path "/$' + '{a}" is taken literally'] }],
  ['/a:b/{c}:d', '/a::b/:c(^[\\s\\S]+)::d'],
  [
    '/{a}{b}',
    '/:a(^[\\s\\S]):b(^[\\s\\S]+)',
    { told: ['nothing is between {a} and {b} in the path: {a} is one character'] },
  ],
  [
    '/{a}{b}{c}',
    '/:a(^[\\s\\S]+):b(^(?:x|y\\.z)):c(^[\\s\\S](?:(?!(?:x|y\\.z))[\\s\\S])*[\\s\\S]{0,3})',
    { listed: { b: ['x', 'y.z'] } },
  ],
  ['/{a}{b}', '/:a(^[\\s\\S]+):b(^(?:y))', { listed: { a: ['x'], b: ['y'] } }],
  ['/x{a}y{b}z', '/x:a(^[\\s\\S]+)y:b(^[\\s\\S](?:(?!y)[\\s\\S])*[\\s\\S]?)z'],
  [
    '/{a}.{b}',
    '/:a(^[\\s\\S]+).:b(^[\\s\\S](?:(?!\\.)[\\s\\S])*[\\s\\S]?)',
    { listed: { b: ['json'] } },
  ],
  ['/{a}-{b}.c', '/:a(^[\\s\\S]+)-:b(^[\\s\\S](?:(?!-)[\\s\\S])*[\\s\\S]?).c'],
  ['/a?b=1&c=/d#e', '/a', { query: 'b=1&c=/d', told: [hash('/a?b=1&c=/d#e')] }],
  ['/a#?b', '/a:literal0_0(^#\\?)b', { told: [hash('/a#?b')] }],
  ['/a#b*c;d', '/a:literal0_0(^#)b*c;d', { told: [hash('/a#b*c;d')] }],
  ['/100%25/{a}%25', '/100:literal0_0(^%)/:a(^[\\s\\S]+):literal1_1(^%)'],
  ['/a%3Fb%25c%3F%25d', '/a:literal0_0(^\\?)b:literal0_0_2(^%)c:literal0_0_4(^\\?%)d'],
  ['/{a}:%25b%25', '/:a(^[\\s\\S]+):::literal0_1(^%)b:literal0_1_2(^%)'],
  ['/a%25%3Fb', '/a:literal0_0(^%\\?)b'],
  ['/{a}%2Fb%2Bc', '/:a(^[\\s\\S]+):literal0_1(^/)b+c'],
  [
    '/%3F%23/{literal0_0}{a}',
    '/:literal0_0_(^\\?#)/:literal0_0(^[\\s\\S]):a(^[\\s\\S]+)',
    {
      told: ['nothing is between {literal0_0} and {a} in the path: {literal0_0} is one character'],
    },
  ],
  ['/{a}{b}', '/:a(^(?:x)):b(^[\\s\\S]+)', { listed: { a: ['x'] } }],
  ['/a%3Fb%23c/{a}/d;e', '/a:literal0_0(^\\?)b#c/:a/d:literal2_0(^;)e'],
  [
    '/{a}/x{a}',
    '/:a/x:a(^[\\s\\S]+)',
    { told: ['{a} is in the path twice; a handler gets the last of its values'] },
  ],
  [
    '/a}b{c}',
    '/a}b:c(^[\\s\\S]+)',
    {
      told: ['a brace of the path "/a}b{c}" is no part of a parameter, and is taken literally'],
    },
  ],
]

for (const [path, url, { listed = {}, keys = {}, told = [], query } = {}] of table) {
  t.test(`the route of ${path}, ${JSON.stringify(listed)}`, async (t) => {
    const names = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
    const parameters = [...names].map((name) => ({
      ...{ name, in: 'path', required: true },
      schema: { type: 'string', ...(listed[name] && { enum: listed[name] }) },
    }))
    const get = { operationId: 'x', parameters, responses: { 204: { description: 'd' } } }
    const info = { title: 'T', version: '1' }
    const document = { openapi: '3.1.0', info, paths: { [path]: { get } } }
    const { model, warnings } = generateFrom(parse('a.json', JSON.stringify(document)))
    const [operation] = model.operations
    t.equal(operation?.url, url)
    t.equal(operation?.pathQuery, query)
    const called = operation?.parameterGroups.flatMap(({ parameters }) =>
      parameters.flatMap(({ name, key }) => (key === undefined ? [] : [[name, key]])),
    )
    t.strictSame(Object.fromEntries(called ?? []), keys)
    const messages = warnings.map(({ message }) => message)
    t.strictSame(messages, told)
  })
}
