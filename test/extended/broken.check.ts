import t from 'tap'
import { checkFaults, LARGE } from '../toolkit/generator/broken-documents.js'

for (const name of LARGE) {
  t.test(`each problem of the document ${name} with a fault has its place and advice`, async (t) =>
    checkFaults(t, name, 200),
  )
}
