import t from 'tap'
import { negotiate } from '#toolkit/runtime/response/negotiation.js'

const OFFERED = ['application/json', 'text/csv', 'text/plain;format=flowed'] as const
const [JSON_TYPE, CSV, FLOWED] = OFFERED

const cases: [accept: string | undefined, best: string | undefined][] = [
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  [' ', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['text/*', CSV],
  ['TEXT/CSV', CSV],
  ['text/csv;q=0.5, application/json;q=0.4', CSV],
  ['text/csv;q=0.5, */*;q=0.5', JSON_TYPE],
  ['text/*;q=0.9, text/csv;q=0.1, */*;q=0.5', FLOWED],
  ['*/*, application/json;q=0', CSV],
  ['text/plain', FLOWED],
  ['text/plain;format=flowed', FLOWED],
  ['text/plain;format=fixed', undefined],
  ['text/plain;q=0.1, text/plain;format=flowed, text/csv;q=0.5', FLOWED],
  ['text/plain;format=flowed;charset=utf-8', FLOWED],
  ['text/csv; charset="UTF-8", */*;q=0.1', CSV],
  ['text/csv; charset=latin1, text/plain;q=0.1', FLOWED],
  ['text/csv;q=nothing', undefined],
  ['image/png', undefined],
  ['*/*;q=0', undefined],
  [', ,text/csv', CSV],
  ['text/x;a=", application/json", text/csv', CSV],
  ['text/x;a="\\", application/json', undefined],
  ['not a range, text/csv', CSV],
]

for (const [accept, best] of cases) {
  t.test(`${accept} is answered with ${best}`, async (t) => {
    t.equal(negotiate(accept, OFFERED), best)
  })
}

t.test('a long and hostile list accepts nothing', async (t) => {
  for (const text of ['"\\', ',', '"', 'a/b;a="', 'a/b,']) {
    t.equal(negotiate(text.repeat(20_000), OFFERED), undefined, text)
  }
})
