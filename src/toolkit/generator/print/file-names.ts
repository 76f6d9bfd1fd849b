import { memoize } from '../../shared/memoize.js'
import type { Declaration } from './code.js'

/** The file of declarations that no other file is named after. */
export const OTHER = 'other'

/** Words for the name of a file: the chunk, and the words of the key after it. */
export const fileNameWords = memoize(
  ({ name, key = name, chunk }: Declaration): readonly string[] => {
    const words = wordsIn(key)
    if (chunk === undefined) return bounded(words)
    const first = wordsIn(chunk)
    const joined = first.join('')
    const repeated = words.findIndex((_, at) => words.slice(0, at + 1).join('') === joined)
    return bounded([first.join('-') || OTHER, ...words.slice(repeated + 1)])
  },
)

/** Longest name of a file; file systems take 255 characters. */
const LONGEST = 200

function bounded(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words
  const kept = [first.slice(0, LONGEST)]
  for (const word of others) {
    if (kept.join('-').length + word.length >= LONGEST) break
    kept.push(word)
  }
  return first === '' ? [] : kept
}

/** Words of a name in lower case, ASCII only: file systems differ about all others. */
function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

/** The file of a group, without its ending; Windows cannot write some files (`con.ts`). */
export function fileName(file: string): string {
  if (file === '') return 'all'
  return /^(aux|con|nul|prn|com\d|lpt\d)$/.test(file) ? `${file}_` : file
}
