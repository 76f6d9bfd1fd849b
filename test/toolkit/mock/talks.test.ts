import type { Contract } from 'fastify-contract'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import { acceptAnyCredential, mock, mockErrors } from '#toolkit/mock/index.js'
import { goldenTalks } from '../../helpers/golden.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'
import { talkTo } from '../../helpers/talk.js'
import { belowHead } from '../generator/below-head.js'

/** What a document asks for by `x-mock`. */
interface Asked {
  readonly stateful?: boolean
  readonly seed?: number
  readonly examples?: 'all'
}

// What a mock answers, with all that it draws: read the file as a client would.
goldenTalks(t, 'mock.txt', async (t, given) => {
  const text = belowHead(given)
  const contract = (await contractOf(t, text)) as Contract
  const document = parse('openapi.yaml', text).value as { 'x-mock'?: Asked }
  const asked = { ...document['x-mock'], document }
  const errorBody = await mockErrors(contract, asked)
  return async (t) => {
    const app = await serveContract(t, contract as never, {
      security: acceptAnyCredential(contract),
      missing: mock(contract, asked),
      errorBody,
      ...(asked.examples && { responses: 'off' }),
      unnamedMembers: 'send',
    })
    return talkTo(app)
  }
})
