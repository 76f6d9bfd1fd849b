import t from 'tap'
import { made } from '../../helpers/made.js'

const TYPES = new Set(['operations', 'outgoing', 'types'])
const ALL = [
  ...['document', 'codecs', 'contract', 'operations', 'outgoing', 'conversions'],
  ...['routeschemas', 'schemas'],
  ...['serializers', 'types', 'validators'],
]

for (const language of ['typescript', 'javascript'] as const) {
  t.test(`the stages of a run are told: ${language}`, async (t) => {
    const told: unknown[][] = []
    const observer = { stage: (...stage: unknown[]) => void told.push(stage) }
    const { files } = made('GET /a: {}', { language, observer })
    const [first, ...others] = told
    t.strictSame(first, ['model', 1, told.length])
    t.strictSame(
      others.map(([, ...numbers]) => numbers),
      others.map((_, at) => [at + 2, told.length, 1]),
    )
    const names = others.map(([name]) => name)
    t.strictSame(names, language === 'typescript' ? ALL : ALL.filter((each) => !TYPES.has(each)))
    const sorted = files.map(({ name }) => name)
    t.strictSame(sorted, sorted.toSorted())
    t.ok(
      sorted.every(
        (name) => /\.json$/.test(name) || name.endsWith(language === 'typescript' ? '.ts' : '.js'),
      ),
    )
  })
}
