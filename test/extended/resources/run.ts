import { type Contract, serve } from 'fastify-contract'
import { loadContract } from '#toolkit/cli/mock/mock-app.js'
import { mock } from '#toolkit/mock/index.js'
import { Unwritable } from '#toolkit/requests/write-parameters.js'
import { CORPUS_IGNORED } from '../../../scripts/corpus/documents.js'
import { drawing, everybody, partsOf, start } from '../served/boot.js'
import { Client } from './client.js'
import { resourcesIn } from './resource.js'
import { Broken, Round } from './round.js'

/** The outcome of the rounds of a document: the reason why one does not pass, by the path of its items. */
export type Outcome = ReadonlyMap<string, string | undefined>

/** Goes a round with each resource of a document that the stateful mock serves. */
export async function roundsOf(file: string, root: string): Promise<Outcome> {
  const loading = { ignore: CORPUS_IGNORED, root }
  const { contract, generated, remove } = await loadContract(file, loading)
  const missing = mock(contract, { document: generated.model.bundled, stateful: true })
  const options = {
    handlers: {},
    security: everybody(contract),
    missing,
    unnamedMembers: 'send',
  } as const
  const app = await start(serve(contract as Contract<object>, options))
  const draw = await drawing(contract)
  const outcome = new Map<string, string | undefined>()
  const operations = await Promise.all(contract.operations.map(partsOf))
  for (const resource of resourcesIn(operations)) {
    outcome.set(
      resource.path,
      await new Round(new Client(app, resource, draw), resource)
        .run()
        .then(() => undefined, whyNot),
    )
  }
  await app.close()
  remove()
  return outcome
}

function whyNot(error: unknown): string {
  if (error instanceof Broken) return error.message
  if (error instanceof Unwritable) return 'no request can be written'
  throw error
}
