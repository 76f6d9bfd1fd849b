import t from 'tap'
import { golden } from '../helpers/golden.js'
import { brokenDiagnostics, LARGE } from '../toolkit/generator/broken-documents.js'

t.test('the diagnostics of large documents that have been broken', async (t) => {
  for (const [name, text] of Object.entries(brokenDiagnostics(LARGE))) {
    golden(t, `broken/${name}`, text)
  }
})
