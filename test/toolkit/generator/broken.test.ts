import t from 'tap'
import { goldenFolder } from '../../helpers/golden.js'
import { brokenDiagnostics, goldenNames, LARGE, SMALL } from './broken-documents.js'

t.test('the diagnostics of documents that have been broken', async (t) => {
  goldenFolder(t, 'broken', brokenDiagnostics(SMALL), LARGE.flatMap(goldenNames))
})
