import t from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import { contractOf, documentOf, pathsWith } from '../helpers/documents.js'
import { UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const text = { type: 'string', minLength: 1 }
const Note = { type: 'object', properties: { text } }
const it = {
  description: 'It.',
  headers: { ETag: { schema: { type: 'string' } } },
  content: { 'application/json': { schema: Note } },
}
const noteAt = (path: string, condition: object) =>
  pathsWith({ Note })(`
    GET ${path} | {200: ${JSON.stringify(it)}, 4XX: null}
    PUT ${path} | {header: {If-Match!: ${JSON.stringify(condition)}}, asks: Note, 200: ${JSON.stringify(it)}, 412: null, 4XX: null}
  `)

function drawn(condition: object): unknown {
  const contract = contractOf(noteAt('/note', condition))
  const source = new RequestSource(contract, new Identities(), 1)
  const put = contract.operations.find(({ method }) => method === 'PUT')
  const [value] = [...((put && source.valid(put)?.parameters.values()) ?? [])]
  return value && 'value' in value ? value.value : undefined
}

t.test('a change that needs a condition is sent for any version', async (t) => {
  t.equal(drawn({ type: 'string' }), '*')
  t.equal(drawn({ type: 'string', examples: ['"1"'] }), '"1"', 'but for an example')
  t.equal(drawn({ type: 'string', enum: ['"7"'] }), '"7"', 'or where the document wants another')
})

const Made = { ...Note, properties: { text, id: { type: 'string' } }, required: ['id'] }
const NOTES = documentOf({
  ...pathsWith({ Note, Made })('POST /notes | {asks: Note, 201: Made, 4XX: null}'),
  ...noteAt('/notes/{id}', { type: 'string' }),
})

/** A service that has one note, and answers changes as a function of their conditions says. */
async function run(statusOf: (condition: readonly string[]) => number) {
  const { app } = stubApp(({ method, headers }) => {
    const given = Object.entries(headers).filter(([name]) => /^if-match$/i.test(name))
    const changed = () => statusOf(given.map(([, value]) => String(value)))
    const status = method === 'PUT' ? changed() : method === 'POST' ? 201 : 200
    return { status, headers: { etag: '"1"' }, body: { id: 'a', text: 'a' } }
  })
  const common = { document: NOTES, target: app, ...UNHURRIED }
  const { violations } = await conform({ ...common, depth: 'edges' })
  return violations.filter(({ check }) => check === 'if-match')
}

t.test('a condition of the kit stands in place of the one that is documented', async (t) => {
  const seen: (readonly string[])[] = []
  const [found] = await run((values) => {
    seen.push(values)
    return values[0] === '"1"' ? 200 : 400
  })
  t.match(found, { expected: /^status 412 for If-Match with another ETag/, received: 'status 400' })
  t.ok(seen.some((values) => values.join() === '"kit-of-another-version"'))
  const shown = seen.filter((values) => values.length > 1)
  t.same(shown, [], 'never beside it')
})

t.test('a change that is refused for any version says nothing about conditions', async (t) => {
  t.same(await run(() => 400), [])
})
