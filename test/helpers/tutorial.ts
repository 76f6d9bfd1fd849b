import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from './tsc.js'

/** One edit by hand: some lines above, below or instead of another line. */
export interface Edit {
  readonly file: string
  readonly place: 'above' | 'below' | 'instead of'
  /** The line, without white space around it. It is there once. */
  readonly line: string
  readonly text: string
}

/** The line of `src/handlers.ts` above the handlers. */
export const HANDLERS_START =
  'export const createHandlers = (store: PlantStore): operations.Handlers => ({'

const FOLDER = path.join(ROOT, 'test/fixtures/tutorial')

/**
 * The tutorial of the README, the edits of which add one operation to the plant store, and more operations in the same
 * form, each on top of those before.
 */
export const LESSONS = readdirSync(FOLDER)
  .sort()
  .map((name) => {
    const text = readFileSync(path.join(FOLDER, name), 'utf8')
    return { name: path.parse(name).name, text, edits: editsIn(text) }
  })

function editsIn(text: string): Edit[] {
  const edit =
    /In `([^`]+)`, (above|below|instead of) (`+)(.+?) ?\3[^`\n]*(?:`[^`\n]+`[^`\n]*)*:\n\n```\w+\n([\s\S]*?)^```$/gm
  return [...text.matchAll(edit)].map(([, file = '', place, , line = '', lines = '']) => ({
    ...{ file, place: place as Edit['place'], line, text: lines },
  }))
}

/** Makes an edit in a copy of the project. */
export async function make(root: string, { file, place, line, text }: Edit): Promise<void> {
  const name = path.join(root, file)
  const lines = (await readFile(name, 'utf8')).split('\n')
  const found = lines.flatMap((each, index) => (each.trim() === line.trim() ? [index] : []))
  if (found.length !== 1) throw new Error(`${file} has ${found.length} lines ${line}`)
  const [at = 0] = found
  const start = place === 'below' ? at + 1 : at
  lines.splice(start, place === 'instead of' ? 1 : 0, ...text.split('\n').slice(0, -1))
  await writeFile(name, lines.join('\n'))
}
