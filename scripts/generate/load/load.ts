import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, type Source, unreadable } from './source.js'

/**
 * Reads and parses a YAML or JSON document. The documents that it refers to are read when they are
 * opened, each once.
 *
 * @param opened - Told each file, just before it is read.
 * @throws {DocumentError} when the file cannot be read or parsed.
 */
export function load(file: string, opened: (file: string) => void = () => {}): Source {
  const folder = path.dirname(file)
  const sources = new Map<string, () => Source>()
  const open = (name: string): Source => {
    let source = sources.get(name)
    if (source === undefined) {
      const prefix = name === file ? '' : path.relative(folder, name).split(path.sep).join('/')
      const openNext = (relative: string) => open(path.join(path.dirname(name), relative))
      opened(name)
      source = once(() => parse(name, read(name), prefix, openNext))
      sources.set(name, source)
    }
    return source()
  }
  return open(file)
}

/** Does the work; every call of the result ends as it did, with the same error too. */
function once<T>(work: () => T): () => T {
  try {
    const result = work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function read(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : code
    const message = `the document cannot be read (${reason})`
    throw unreadable(file, message, 'name a readable file')
  }
}
