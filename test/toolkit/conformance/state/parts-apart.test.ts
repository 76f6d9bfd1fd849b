import t from 'tap'
import { partsAreApart } from '#toolkit/conformance/probes/state/parts-apart.js'
import { type Fault, json, NAMED, played } from './small-world.js'

const responses = { 404: { description: 'No.', content: json({}) } }
const parameters = ['id', 'part'].map((name) => ({
  ...{ name, in: 'path', required: true },
  schema: { type: 'string' },
}))
const paths = {
  '/things/{id}/parts': {
    parameters: parameters.slice(0, 1),
    post: {
      requestBody: { required: true, content: json(NAMED) },
      responses: { 201: { description: 'It.', content: json(NAMED) }, ...responses },
    },
  },
  '/things/{id}/parts/{part}': {
    parameters,
    get: { responses: { 200: { description: 'It.', content: json(NAMED) }, ...responses } },
    delete: { responses: { 204: { description: 'Gone.' }, ...responses } },
  },
}

/** Keeps the parts of things; `careless` methods do not look at the thing that the path names. */
function parts(...careless: readonly string[]): Fault {
  const kept = new Map<string, { owner: string; part: object }>()
  return ({ method, path, body }) => {
    const [, , owner = '', room, id] = path.split('/')
    if (room !== 'parts') return undefined
    if (id === undefined) {
      const part = { ...Object(body), id: `p${kept.size + 1}` }
      kept.set(part.id, { owner, part })
      return { status: 201, body: part }
    }
    const found = kept.get(id)
    const isThere = found?.owner === owner || careless.includes(method)
    if (found === undefined || !isThere) return { status: 404, body: {} }
    if (method === 'GET') return { status: 200, body: found.part }
    kept.delete(id)
    return { status: 204 }
  }
}

t.test('a part has no path below another thing', async (t) => {
  const told = async (fault: Fault) => (await played({ paths }, fault, [partsAreApart])).told
  t.same(await told(parts()), [])
  for (const method of ['GET', 'DELETE'])
    t.match(await told(parts(method)), [
      new RegExp(`^parts-apart: the part "p\\d" .* alone \\| ${method} finds it below`),
    ])
})
