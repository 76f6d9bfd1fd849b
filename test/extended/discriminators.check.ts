import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { load } from '#toolkit/generator/load/load.js'
import { documentsIn } from '../../scripts/corpus/documents.js'
import { directory } from './directory.js'
import { judgedExamples } from './discriminators/judge.js'
import { opinionOn } from './discriminators/second-opinion.js'
import { root } from './project.js'
import { orSkip } from './registry.js'

/** `all` also reads the documents of more than five megabytes. */
const LARGEST = process.env.DISCRIMINATORS === 'all' ? Infinity : 5_000_000

const corpus = path.join(root, '../shared/corpus')

t.setTimeout(1_200_000)

t.test("a discriminator refuses no author's example that its schema accepts", async (t) => {
  const folder = await orSkip(t, directory())
  const isThere = existsSync(path.join(corpus, 'manifest.json'))
  if (!isThere) t.pass('real documents', { skip: 'there is no ../shared/corpus' })
  const files = [
    ...(folder === undefined ? [] : await filesIn(folder)),
    ...(isThere ? (await documentsIn(corpus)).map(({ file }) => file) : []),
  ]
  const sum = { documents: 0, accepted: 0, refused: 0, undecided: 0 }
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    if (!text.includes('discriminator') || text.length > LARGEST) continue
    const source = load(
      file,
      undefined,
      folder !== undefined && file.startsWith(folder) ? folder : corpus,
    )
    const examples = await judgedExamples(source)
    if (examples.length > 0) sum.documents++
    const wrong = examples.filter(({ value, node, isAccepted }) => {
      const opinion = opinionOn(source, node, value)
      if (opinion === undefined) sum.undecided++
      else sum[opinion ? 'accepted' : 'refused']++
      return opinion !== undefined && opinion !== isAccepted
    })
    const names = wrong.map(({ pointer, isAccepted }) => `${pointer}: ${isAccepted}`)
    t.same(names, [], `${path.basename(file)}: ${examples.length} examples`)
  }
  const { documents, accepted, refused, undecided } = sum
  const told = `${accepted} accepted, ${refused} refused by both, ${undecided} undecided`
  t.comment(`examples that reach a discriminator, in ${documents} documents: ${told}`)
  t.ok(folder === undefined || accepted > 500, 'most of them are right')
})

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((each) => each.isFile() && each.name.endsWith('.json'))
  return files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted()
}
