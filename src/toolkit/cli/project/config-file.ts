import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DocumentError } from '../../generator/diagnostics/problems.js'
import { CommandError } from '../arguments/arguments.js'
import { projectRoot } from './files.js'

/** The file, beside package.json, that configures the contracts of a project. */
export const CONFIG = 'fastify-contract.config.json'

/** What a configuration says, as it is. */
export interface Configuration {
  readonly value: unknown
  /** The folder that its paths begin at. */
  readonly folder: string
  /** Where the part at a JSON pointer is, for messages. */
  place(pointer: string): string
}

/**
 * The named configuration, or that of the project around the working directory; `undefined` if it has none.
 *
 * @throws {CommandError} when it cannot be read.
 */
export async function readConfiguration(named?: string): Promise<Configuration | undefined> {
  const file = path.resolve(named ?? path.join(projectRoot('.') ?? '.', CONFIG))
  if (named === undefined && !existsSync(file)) return undefined
  const name = path.relative('.', file)
  const { parse } = await import('../../generator/load/source.js')
  try {
    const source = parse(name, readFileSync(file))
    const place = (pointer: string) => {
      const { line, column } = source.locate(pointer)
      return `${name}:${line}:${column} ${pointer}`
    }
    return { value: source.value, folder: path.dirname(file), place }
  } catch (error) {
    if (error instanceof DocumentError) throw new CommandError(error.message)
    throw new CommandError(`${name}: cannot be read: ${(error as Error).message}`)
  }
}
