import { serve } from 'fastify-contract'
import t from 'tap'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { contractIn } from './keeping.js'

/** Options, values in YAML that are refused, and what is told. */
const WRONG = rowsOf(`
  unknownQuery | [drop] | unknownQuery is 'ignore' or 'refuse'
  responses | [warn] | responses is 'throw', 'log' or 'off'
  unnamedMembers | [drop] | unnamedMembers is 'omit' or 'send'
  load | [late] | load is 'lazy' or 'eager'
  handlerTimeout | [0, -1, 1.5, 2147483648, '1'] | handlerTimeout is a whole number of milliseconds
  routeOptions | [{ getPlnt: {} }] | routeOptions has getPlnt, which is no operation; did you mean \`getPlant\`? Or leave it out
  routeOptions | [{ delete: {} }] | routeOptions has delete, which is no operation; leave it out
  handlers | [{ getPlnt: {} }] | handlers has getPlnt, which is no operation; did you mean \`getPlant\`? Or leave it out
  handlerTimout | [1] | serve has no option handlerTimout; did you mean \`handlerTimeout\`? Or give it to app.register, or leave it out
  prefix | [/v1] | serve has no option prefix; give it to app.register, or leave it out
`)

t.test('options of other names and values are refused at once', async (t) => {
  const contract = await contractIn('GET /get: {operationId: getPlant}')
  const served = (more: object) => serve(contract, { handlers: {}, security: {}, ...more })
  for (const [option = '', values = '', told] of WRONG)
    for (const value of yamlOf(values) as unknown[])
      t.throws(() => served({ [option]: value }), new TypeError(`T: ${told}`))
  t.throws(() => served({ errorBody: {} }), TypeError)
  const none = new TypeError('T: no handlers; pass { handlers, security }')
  t.throws(() => served({ handlers: null }), none)
  t.doesNotThrow(() => served({ handlerTimeout: 1 }))
  const handlers = { getPlnt() {}, getPlant() {}, close() {} }
  t.doesNotThrow(() => served({ handlers }), 'what is near to no missing handler may be a helper')
})
