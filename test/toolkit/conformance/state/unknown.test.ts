import t from 'tap'
import { unknownIsRefused } from '#toolkit/conformance/probes/state/unknown.js'
import { objectOf } from '../../../helpers/rows.js'
import { pathsWith } from '../helpers/documents.js'
import { type Fault, played } from './small-world.js'

const Pet = objectOf(`
  type: object
  required: [name]
  properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string } }
`)
const shape = {
  only: '',
  paths: pathsWith({ Pet })(`
    POST /pets | {asks: Pet, 201: Pet, 401: null}
    GET /pets/{id} | {path: {id: {type: string, format: uuid}}, 200: Pet, 401: null, 404: null}
  `),
  more: {
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  },
}

const ID = 'd8ae94a9-3d0c-4e9c-9f0a-4b0d5b8f8a11'

/** What is found where requests without a credential have these statuses, by whether the thing is there. */
async function found(statusOf: (isThere: boolean) => number) {
  const fault: Fault = ({ method, path, headers }) => {
    const isThere = method === 'POST' || path.endsWith(ID)
    const challenge = { 'www-authenticate': 'Bearer' }
    if (headers.authorization === undefined)
      return { status: statusOf(isThere), headers: challenge }
    if (!isThere) return { status: 404 }
    return { status: method === 'POST' ? 201 : 200, body: { id: ID, name: 'a' } }
  }
  const credentials = { token: 'token-of-ada' }
  const { told } = await played(shape, fault, [unknownIsRefused], { credentials })
  return told.map((each) => each.replace(/: .* \| /, ': '))
}

t.test('without a credential nobody learns what there is', async (t) => {
  t.same(await found((isThere) => (isThere ? 401 : 404)), ['authentication-first: status 404'])
  t.same(await found(() => 401), [])
  t.same(await found(() => 404), [], 'it hides all')
})
