import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { Kit } from '#toolkit/conformance/run/kit.js'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import { UNHURRIED } from '../helpers/limits.js'
import { stubApp } from '../helpers/stub-app.js'

const SHELF = {
  type: 'object',
  required: ['label', 'width'],
  properties: { label: { type: 'string' }, width: { type: 'integer', maximum: 90 } },
}
const content = { 'application/json': { schema: SHELF } }
const described = { description: 'It.' }
const contract = new TestedContract({
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves': {
      post: {
        requestBody: { required: true, content },
        responses: { 204: described, 400: described, 409: described },
      },
    },
  },
})

interface Shelf {
  readonly label?: unknown
  readonly width?: unknown
}

/** What is found of shelves whose labels are unique. */
async function found(isValid: (shelf: Shelf) => boolean): Promise<string[]> {
  const labels = new Set<unknown>()
  const { app } = stubApp(({ json }) => {
    const shelf: Shelf = Object(json())
    if (labels.has(shelf.label)) return { status: 409 }
    if (typeof shelf.label !== 'string' || !isValid(shelf)) return { status: 400 }
    labels.add(shelf.label)
    return { status: 204 }
  })
  const target = new AppTarget(app, '')
  const kit = new Kit({ contract, target, credentials: {}, seed: 1, ...UNHURRIED })
  for (const operation of contract.operations) await edgesOfBodies.run(kit, operation)
  return kit.violations.map(({ check, what }) => `${check}: ${what}`)
}

const isWidth = (width: unknown) => Number.isSafeInteger(width)

t.test('a text that may be there once is another one in each body', async (t) => {
  t.same(await found(({ width }) => isWidth(width) && Number(width) <= 90), [])
  const far = 'invalid-refused: width is far above its maximum'
  t.same(
    await found(({ width }) => isWidth(width) && (Number(width) <= 90 || Number(width) > 99)),
    [far, far],
  )
})
