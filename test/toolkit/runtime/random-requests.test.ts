import path from 'node:path'
import t from 'tap'
import { bombard } from '../../extended/requests/run.js'
import { ROOT } from '../../helpers/tsc.js'

/** Documents on whose requests the second reading has an opinion, mostly; the extended check `requests` has others. */
const DOCUMENTS = [
  ...['bodies', 'forms', 'headers', 'int64', 'parameters', 'plants'].map((id) => `contracts/${id}`),
  ...['problems', 'results', 'routes', 'security', 'sequences'].map((id) => `contracts/${id}`),
  'documents/zoo',
]

for (const id of DOCUMENTS) {
  t.test(`random requests to ${id} have the verdict of a second reading of it`, async (t) => {
    const file = path.join(ROOT, `test/fixtures/${id}.yaml`)
    const { decided, problems } = await bombard({ id, file, count: 200, seed: 1 })
    t.same(problems, [])
    t.ok(decided > 5)
  })
}
