import t from 'tap'
import { made } from '../../helpers/made.js'

for (const [language, ending] of [
  ['typescript', /\.(ts|json)$/],
  ['javascript', /\.(js|json)$/],
] as const) {
  t.test(`files are in the order of their names, and have the ending of ${language}`, async (t) => {
    const names = made('GET /a: {}', { language }).files.map(({ name }) => name)
    t.strictSame(names, names.toSorted())
    t.ok(names.every((name) => ending.test(name)))
    t.equal(names.includes('types.ts'), language === 'typescript')
  })
}
