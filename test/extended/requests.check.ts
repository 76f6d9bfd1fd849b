import { join } from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { TYPED_FORMATS } from '../../scripts/corpus/typed-formats.js'
import { inThread } from './in-thread.js'
import { root } from './project.js'
import { realDocuments } from './real-documents.js'
import { bombard, type Plan } from './requests/run.js'

/** Number of all requests; `REQUESTS=2000000` sends the whole. */
const REQUESTS = Number(process.env.REQUESTS ?? 60_000)
/** The number of the first request to each document: a request of that number is always the same. */
const SEED = Number(process.env.REQUESTS_SEED ?? 1)
const FILTER = process.env.REQUESTS_DOCUMENT ?? ''

/** A millisecond for each, and as long as the checks have together. */
t.setTimeout(REQUESTS + 1_500_000)

/** Of many kinds: versions, styles, forms, parts, unions, int64s, null. */
const CHOSEN = [
  ...['oai-v31-readme-petstore', 'oai-v31-train-travel', 'nasty-heyapi-full-20'],
  ...['nasty-ogen-parameters', 'nasty-pyclient-baseline', 'nasty-swaggerts-tsoa-odd-types'],
  ...['mid-core.ac.uk_2.0', 'mid-noosh.com_1.0', 'giant-box', 'giant-opencode-31'],
]

/** With dates, UUIDs or bytes in requests. */
const TYPED = [
  ...['oai-v31-train-travel', 'nasty-pyclient-baseline', 'mid-elmah.io_v3'],
  ...['mid-microsoft.com_cognitiveservices_Prediction_3.0', 'mid-noosh.com_1.0', 'giant-box'],
]

/** Documents that are always there. */
const OWN = [
  { id: 'plants', file: join(root, 'test/fixtures/contracts/plants.yaml') },
  { id: 'int64', file: join(root, 'test/fixtures/contracts/int64.yaml') },
  { id: 'unions', file: join(root, 'test/extended/requests/unions.yaml') },
  { id: 'parameters', file: join(root, 'test/fixtures/contracts/parameters.yaml') },
]

/** Each typed format in each place of a request. */
const TYPED_REQUESTS = { id: 'formats', file: join(root, 'test/extended/requests/formats.yaml') }

t.test('random requests have the verdict of a second opinion on the document', async (t) => {
  await compare(t, OWN, CHOSEN)
})

t.test('random requests have that verdict with types for dates, UUIDs and bytes', async (t) => {
  await compare(t, [TYPED_REQUESTS], TYPED, TYPED_FORMATS)
})

async function compare(
  t: Test,
  own: readonly Pick<Plan, 'id' | 'file'>[],
  names: readonly string[],
  formats: Plan['formats'] = {},
): Promise<void> {
  const real = (await realDocuments(t))?.filter(({ id }) => names.includes(id)) ?? []
  const chosen = [...own, ...real].filter(({ id }) => id.includes(FILTER))
  const count = Math.ceil(REQUESTS / chosen.length)
  for (const { id, file } of chosen) {
    const tally = await inThread(RUN, bombard, { id, file, count, seed: SEED, formats })
    const { problems, undecided, ...counts } = tally
    const most = [...undecided].toSorted(([, a], [, b]) => b - a).slice(0, 3)
    t.same(problems.slice(0, 10), [], `${id}: ${problems.length} problems`)
    t.comment(JSON.stringify({ ...counts, undecided: Object.fromEntries(most) }))
  }
}

const RUN = new URL('./requests/run.js', import.meta.url)
