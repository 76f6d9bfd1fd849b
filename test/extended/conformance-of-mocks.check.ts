import { conform } from 'fastify-contract/conformance'
import t from 'tap'
import { loadContract, mockApp } from '#toolkit/cli/mock/mock-app.js'
import { realDocuments } from './real-documents.js'

/**
 * Real documents whose examples of responses their schemas accept: the mock answers with the others as they are, and
 * the kit finds that.
 */
const DOCUMENTS = [
  ...['oai/v20-petstore.json', 'oai/v20-petstore-expanded.json', 'oai/v20-petstore-minimal.json'],
  ...['oai/v20-petstore-simple.json', 'oai/v20-uber.json', 'oai/v30-petstore.yaml'],
  ...['oai/v30-petstore-expanded.yaml', 'oai/v30-link-example.yaml'],
  ...['oai/v30-callback-example.yaml', 'oai/v32-tags-example.yaml', 'oai/v30-uspto.yaml'],
  ...['mid/staging_ecotaco.com_1.0.0.yaml', 'mid/elmah.io_v3.yaml', 'mid/core.ac.uk_2.0.yaml'],
]

/** A mock asks for a credential where the document does, and takes any. */
const token = 'any-token-of-the-mock'

t.setTimeout(0)

t.test('the stateful mock of real documents keeps their contracts', { timeout: 0 }, async (t) => {
  const real = await realDocuments(t)
  if (real === undefined) return
  // The mock prints a line for each request.
  const { log } = console
  console.log = () => {}
  t.teardown(() => (console.log = log))
  for (const name of DOCUMENTS) {
    const document = real.find(({ file }) => file.endsWith(name))?.file as string
    const loaded = await loadContract(document)
    const app = await mockApp(loaded, { stateful: true, unimplemented: false })
    const { violations, coverage } = await conform({ document, target: app, token, time: 60 })
    // The mock says 501 for what it does not write: XML of which the document has no example.
    const found = violations.filter(
      ({ check, received }) => check !== 'authentication' && !/^status 501/.test(received),
    )
    t.same(found, [], name)
    t.ok(
      coverage.some(({ seen }) => Object.keys(seen).some((each) => each.startsWith('2'))),
      name,
    )
    await app.close()
    loaded.remove()
  }
})
