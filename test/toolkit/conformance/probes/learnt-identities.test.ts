import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import type { RequestParts } from '#toolkit/conformance/requests/parts.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor, probed } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const PROPERTIES =
  '{seal: {type: string, examples: [A]}, label: {type: string, examples: [L]}, width: {type: integer, maximum: 90}}'
const SHELF = `{type: object, required: [seal, label, width], properties: ${PROPERTIES}}`
const contract = contractOf(`POST /shelves | {asks: ${SHELF}, 204: null, 400: null, 409: null}`)

interface Shelf {
  readonly seal?: unknown
  readonly label?: unknown
  readonly width?: unknown
}

/** What is found of shelves whose labels are unique. */
async function found(isValid: (shelf: Shelf) => boolean, seals = /^/): Promise<string[]> {
  const labels = new Set<unknown>()
  const { app } = stubApp(({ json }) => {
    const shelf: Shelf = Object(json())
    if (typeof shelf.seal !== 'string' || !seals.test(shelf.seal)) return { status: 400 }
    if (labels.has(shelf.label)) return { status: 409 }
    if (typeof shelf.label !== 'string' || !isValid(shelf)) return { status: 400 }
    labels.add(shelf.label)
    return { status: 204 }
  })
  return (await probed(kitFor(contract, app), edgesOfBodies)).what
}

const isWidth = (width: unknown) => Number.isSafeInteger(width)

t.test('a text that may be there once is another one in each body', async (t) => {
  t.same(await found(({ width }) => isWidth(width) && Number(width) <= 90), [])
  const far = 'invalid-refused: width is far above its maximum'
  t.same(
    await found(({ width }) => isWidth(width) && (Number(width) <= 90 || Number(width) > 99)),
    [far, far],
  )
  t.ok((await found(({ width }) => isWidth(width), /^A$/)).includes(far), 'seals stay as they are')
})

t.test('what a Location leads to is known, also where nothing else makes it', async (t) => {
  const jobs = contractOf(`
    POST /exports begin | {202: null}
    GET /jobs/{jobId} | {200: null, 404: null}
  `)
  const { app } = stubApp(({ method }) =>
    method === 'POST' ? { status: 202, headers: { location: '/jobs/j7' } } : { status: 200 },
  )
  const kit = kitFor(jobs, app)
  const [begin, read] = jobs.operations as [Operation, Operation]
  await validRequests.run(kit, begin)
  t.equal(kit.written(kit.source.valid(read) as RequestParts).target, '/jobs/j7')
})

t.test('what is made later is known by the Location of what makes it', async (t) => {
  const reports = contractOf(`
    POST /reports ask | {202: {type: object}}
    GET /jobs/{jobId} | {200: null, 303: null, 404: null}
    GET /reports/{reportId} | {200: {type: object}, 404: null}
  `)
  const { app } = stubApp(({ method, path }) => {
    if (method === 'POST')
      return { status: 202, headers: { location: '/jobs/j7' }, body: { id: 'j7' } }
    return path === '/jobs/j7'
      ? { status: 303, headers: { location: '/reports/r8' } }
      : { status: path === '/reports/r8' ? 200 : 404 }
  })
  const kit = kitFor(reports, app)
  await kit.prepare()
  const [ask, job, read] = reports.operations as [Operation, Operation, Operation]
  await validRequests.run(kit, ask)
  await validRequests.run(kit, job)
  t.equal(kit.written(kit.source.valid(read) as RequestParts).target, '/reports/r8')
})

t.test('what a Location leads to is made anew where a request has removed it', async (t) => {
  const jobs = contractOf(`
    POST /exports begin | {202: null}
    GET /jobs/{jobId} | {200: null, 404: null}
    DELETE /jobs/{jobId} | {204: null, 404: null}
  `)
  let last = 0
  const { app } = stubApp(({ method }) => {
    if (method !== 'POST') return { status: method === 'DELETE' ? 204 : 200 }
    last += 1
    return { status: 202, headers: { location: `/jobs/j${last}` } }
  })
  const kit = kitFor(jobs, app)
  const [begin, read, remove] = jobs.operations as [Operation, Operation, Operation]
  await validRequests.run(kit, begin)
  await validRequests.run(kit, remove)
  await kit.refresh()
  t.equal(kit.written(kit.source.valid(read) as RequestParts).target, '/jobs/j2')
})
