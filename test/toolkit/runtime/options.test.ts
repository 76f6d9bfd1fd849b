import { serve } from 'fastify-contract'
import t from 'tap'
import { contractIn } from './keeping.js'

const WRONG: readonly (readonly [option: string, values: unknown[], told: string])[] = [
  ['unknownQuery', ['drop'], "unknownQuery is 'ignore' or 'refuse'"],
  ['responses', ['warn'], "responses is 'throw', 'log' or 'off'"],
  ['unnamedMembers', ['drop'], "unnamedMembers is 'omit' or 'send'"],
  ['load', ['late'], "load is 'lazy' or 'eager'"],
  [
    'handlerTimeout',
    [0, -1, 1.5, 2 ** 31, '1'],
    'handlerTimeout is a whole number of milliseconds',
  ],
  ['routeOptions', [{ gte: {} }], 'routeOptions has gte, which is no operation'],
]

t.test('options of other values are refused at once', async (t) => {
  const contract = await contractIn('GET /get: {}')
  const served = (more: object) => serve(contract, { handlers: {}, security: {}, ...more })
  for (const [option, values, told] of WRONG) {
    for (const value of values)
      t.throws(() => served({ [option]: value }), new TypeError(`T: ${told}`))
  }
  t.throws(() => served({ errorBody: {} }), TypeError)
  t.doesNotThrow(() => served({ handlerTimeout: 1 }))
})
