import t from 'tap'
import { namesIn, partsOf } from '#toolkit/openapi/path-template.js'

const table: [template: string, parts: string[], names: string[]][] = [
  ['/plants', ['/plants'], []],
  ['/plants/{id}', ['/plants/', 'id', ''], ['id']],
  ['{a}{b}-{c}:move', ['', 'a', '', 'b', '-', 'c', ':move'], ['a', 'b', 'c']],
  ['/{}/{{x}}/}{', ['/{}/{', 'x', '}/}{'], ['x']],
]

for (const [template, parts, names] of table) {
  t.test(template, async (t) => {
    t.same(partsOf(template), parts)
    t.same(namesIn(template), names)
  })
}
