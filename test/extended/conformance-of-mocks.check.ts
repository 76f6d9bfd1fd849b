import { existsSync } from 'node:fs'
import path from 'node:path'
import { conform } from 'fastify-contract/conformance'
import t, { type Test } from 'tap'
import { loadContract, mockApp } from '#toolkit/cli/mock/mock-app.js'
import { STATE_CHECKS } from '#toolkit/conformance/judge/state-checks.js'
import { CORPUS_IGNORED, documentsIn } from '../../scripts/corpus/documents.js'
import { root } from './project.js'

const corpus = path.join(root, '../shared/corpus')

/**
 * Real documents whose examples of responses their schemas accept: the mock answers with the others as they are, and
 * the kit finds that.
 */
const DOCUMENTS = [
  'oai/v20-petstore.json',
  'oai/v20-petstore-expanded.json',
  'oai/v20-petstore-minimal.json',
  'oai/v20-petstore-simple.json',
  'oai/v20-uber.json',
  'oai/v30-petstore.yaml',
  'oai/v30-petstore-expanded.yaml',
  'oai/v30-link-example.yaml',
  'oai/v30-callback-example.yaml',
  'oai/v32-tags-example.yaml',
  'oai/v30-uspto.yaml',
  'mid/staging_ecotaco.com_1.0.0.yaml',
  'mid/elmah.io_v3.yaml',
  'mid/core.ac.uk_2.0.yaml',
]

/** A mock asks for a credential where the document does, and takes any. */
const token = 'any-token-of-the-mock'

t.setTimeout(0)

/** Real documents with resources; that their mocks have no other state than they say is looked at alone. */
const RESOURCES = [
  'nasty-swaggerts-tsoa-odd-types',
  'mid-noosh.com_1.0',
  'mid-tyk.com_1.9',
  'giant-opencode-31',
]

/** What the kit finds wrong with the stateful mock of a document, and what it saw of it. */
async function conformed(document: string, options: { ignore?: string[]; root?: string } = {}) {
  const loaded = await loadContract(document, options)
  const app = await mockApp(loaded, { stateful: true, unimplemented: false })
  const report = await conform({ document, target: app, token, time: 60, ...options })
  await app.close()
  loaded.remove()
  return report
}

/** The mock prints a line for each request. */
function silence(t: Test): void {
  const { log } = console
  console.log = () => {}
  t.teardown(() => {
    console.log = log
  })
}

t.test('the stateful mock of real documents keeps their contracts', { timeout: 0 }, async (t) => {
  if (!existsSync(corpus)) return void t.pass('mocks', { skip: 'there is no ../shared/corpus' })
  silence(t)
  for (const name of DOCUMENTS) {
    const { violations, coverage } = await conformed(path.join(corpus, name))
    // The mock says 501 for what it does not write: XML of which the document has no example.
    const found = violations.filter(
      ({ check, received }) => check !== 'authentication' && !/^status 501/.test(received),
    )
    t.same(found, [], name)
    t.ok(
      coverage.some(({ seen }) => Object.keys(seen).some((each) => each.startsWith('2'))),
      name,
    )
  }
})

t.test(
  'the stateful mock creates, lists, changes and removes what real documents describe',
  { timeout: 0 },
  async (t) => {
    if (!existsSync(corpus)) return void t.pass('mocks', { skip: 'there is no ../shared/corpus' })
    silence(t)
    for (const { id, file, root } of await documentsIn(corpus)) {
      if (!RESOURCES.includes(id)) continue
      const { violations } = await conformed(file, { ignore: CORPUS_IGNORED, root })
      t.same(
        violations.filter(({ check }) => check in STATE_CHECKS),
        [],
        id,
      )
    }
  },
)
