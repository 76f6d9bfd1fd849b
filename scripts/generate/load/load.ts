import { readFileSync } from 'node:fs'
import { DocumentError } from '../diagnostics.js'
import { parse, type Source } from './source.js'

/**
 * Reads and parses one YAML or JSON document.
 *
 * @throws {DocumentError} when the file cannot be read or parsed.
 */
export function load(file: string): Source {
  return parse(file, read(file))
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const source = { name: file, value: undefined, locate: () => ({ line: 1, column: 1 }) }
    const message = `the document cannot be read (${(error as NodeJS.ErrnoException).code})`
    const advice = 'name a readable file'
    throw new DocumentError([{ family: 'wrong', source, pointer: '#', message, advice }])
  }
}
