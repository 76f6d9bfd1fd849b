import t from 'tap'
import type { OperationContract } from '#toolkit/runtime/contract.js'
import { rulesInAdvance } from '#toolkit/runtime/routing/rules.js'

const media = (schema: string, kind?: string) => ({ schema, ...(kind && { kind }) })

const operation = {
  requestBody: {
    required: true,
    content: {
      'application/json': media('Json'),
      'multipart/form-data': { ...media('Parts', 'multipart'), fields: [{ schema: 'Field' }] },
      'text/plain': media('Text', 'text'),
    },
  },
  responses: {
    200: { 'application/jsonl': { ...media('Lines', 'sequential'), item: { schema: 'Line' } } },
    404: { 'application/json': media('Fault'), 'a/b': { kind: 'binary' } },
  },
  responseHeaders: { 200: { schema: 'Headers', json: ['schema'] } },
} as unknown as OperationContract

t.test('what is judged while it is read or sent needs its rules before', async (t) => {
  for (const checks of ['throw', 'off'] as const) {
    t.same(rulesInAdvance(operation, checks), ['Parts', 'Field', 'Lines', 'Line'])
  }
})

t.test('so does whatever is sent in spite of its faults', async (t) => {
  const all = ['Json', 'Parts', 'Field', 'Text', 'Lines', 'Line', 'Fault', 'Headers']
  t.same(rulesInAdvance(operation, 'log').sort(), all.sort())
})

t.test('an operation without a body and without headers', async (t) => {
  const responses = { 204: {} }
  const bare = { responses } as unknown as OperationContract
  for (const checks of ['throw', 'log'] as const) t.same(rulesInAdvance(bare, checks), [])
})
