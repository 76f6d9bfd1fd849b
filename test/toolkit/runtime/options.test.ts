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
  [
    'routeOptions',
    [{ getPlnt: {} }],
    'routeOptions has getPlnt, which is no operation; did you mean `getPlant`? Or leave it out',
  ],
  [
    'routeOptions',
    [{ delete: {} }],
    'routeOptions has delete, which is no operation; leave it out',
  ],
  [
    'handlers',
    [{ getPlnt() {} }],
    'handlers has getPlnt, which is no operation; did you mean `getPlant`? Or leave it out',
  ],
  [
    'handlerTimout',
    [1],
    'serve has no option handlerTimout; did you mean `handlerTimeout`? Or give it to app.register, or leave it out',
  ],
  ['prefix', ['/v1'], 'serve has no option prefix; give it to app.register, or leave it out'],
]

t.test('options of other names and values are refused at once', async (t) => {
  const contract = await contractIn('GET /get: {operationId: getPlant}')
  const served = (more: object) => serve(contract, { handlers: {}, security: {}, ...more })
  for (const [option, values, told] of WRONG) {
    for (const value of values)
      t.throws(() => served({ [option]: value }), new TypeError(`T: ${told}`))
  }
  t.throws(() => served({ errorBody: {} }), TypeError)
  t.throws(
    () => served({ handlers: null }),
    new TypeError('T: no handlers; pass { handlers, security }'),
  )
  t.doesNotThrow(() => served({ handlerTimeout: 1 }))
  const helpers = { getPlnt() {}, getPlant() {}, close() {} }
  t.doesNotThrow(
    () => served({ handlers: helpers }),
    'what is near to no missing handler may be a helper',
  )
})
