import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type CorpusDocument, documentsIn } from '../../scripts/corpus/documents.js'
import { root } from './project.js'

const CORPUS = join(root, '../shared/corpus')

/**
 * The real documents in `../shared/corpus`; where that is not there, the test is skipped.
 *
 * @param largest - Most bytes of one.
 */
export async function realDocuments(
  t: Test,
  largest = Number.POSITIVE_INFINITY,
): Promise<readonly CorpusDocument[] | undefined> {
  if (!existsSync(join(CORPUS, 'manifest.json'))) {
    t.pass('real documents', { skip: 'there is no ../shared/corpus' })
    return undefined
  }
  const all = await documentsIn(CORPUS)
  const sizes = await Promise.all(all.map(async ({ file }) => (await stat(file)).size))
  return all.filter((_, at) => (sizes[at] as number) <= largest)
}
