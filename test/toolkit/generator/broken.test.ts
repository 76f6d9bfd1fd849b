import t from 'tap'
import { checkFaults, SMALL } from './broken-documents.js'

for (const name of SMALL) {
  t.test(`each problem of the document ${name} with a fault has its place and advice`, async (t) =>
    checkFaults(t, name, 40),
  )
}
