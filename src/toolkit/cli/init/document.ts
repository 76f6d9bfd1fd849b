import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Generated, generate } from '../../generator/generate.js'
import { isInside } from '../../generator/shared/import-specifier.js'
import { posix } from '../project/root.js'
import { InitError } from './init-error.js'
import type { Place } from './scripts.js'
import { documentIn } from './spec-folder.js'
import { TEMPLATES } from './templates.js'

/** A document, and what is generated from it for the place that it gets in a project. */
export interface Document extends Place {
  readonly generated: Generated
  /** The files that have to be copied there, by their places in the project. */
  readonly copies: ReadonlyMap<string, Buffer>
  /** Whether it is the one to start from. */
  readonly isStarter: boolean
}

const STARTER = path.join(TEMPLATES, 'starter/spec/openapi.yaml')

/** What the user has named. */
export interface Given {
  readonly spec: string | undefined
  /** The folder of the document's files; none: its own. */
  readonly documents: string | undefined
}

/** Generates from a document as if it were in its place; the headers name the command. */
export type Make = (place: Place) => NonNullable<Parameters<typeof generate>[1]>

/**
 * Reads the document of a project: the one that is named, or the only one in `spec/`, or the one to
 * start from.
 *
 * @throws {DocumentError} with every problem of it.
 * @throws {InitError} when another one is in its place, or none of several is named.
 */
export function readDocument(root: string, { spec, documents }: Given, make: Make): Document {
  const file = spec ?? documentIn(root) ?? STARTER
  const isStarter = file === STARTER
  const isThere = isInside(file, root) && !isPackaged(file)
  const usual = isThere ? posix(path.relative(root, path.resolve(file))) : usualName(file)
  const files: string[] = []
  // A document may refer to a file that is not there, where nothing comes of it.
  const opened = (each: string) => void (existsSync(each) && files.push(path.resolve(each)))
  const place = { name: usual, root: isThere ? folderIn(documents, root) : undefined }
  const read = { root: documents, observer: { opened } }
  const generated = generate(file, { ...make(place), file: usual, ...read })
  const names = isThere ? [] : namesOf(files, usual)
  const [name = usual] = names
  const copies = new Map(names.map((each, at) => [each, readFileSync(files[at] as string)]))
  for (const [each, bytes] of copies) refuseOther(root, each, bytes)
  const document = { copies, isStarter }
  if (name === usual) return { ...place, generated, ...document }
  const moved = { name, root: rootOf(names) }
  const final = generate(file, { ...make(moved), file: name, root: documents })
  return { ...moved, generated: final, ...document }
}

function folderIn(folder: string | undefined, root: string): string | undefined {
  return folder && (posix(path.relative(root, path.resolve(folder))) || '.')
}

/** The folder of the copies, where that of the first one does not hold them all. */
function rootOf([name = '', ...others]: readonly string[]): string | undefined {
  return others.every((each) => isInside(each, path.dirname(name))) ? undefined : 'spec'
}

/** What a package holds goes with it; the one to start from is in this one. */
function isPackaged(file: string): boolean {
  return path.resolve(file).split(path.sep).includes('node_modules') || file === STARTER
}

function usualName(file: string): string {
  return path.extname(file).toLowerCase() === '.json' ? 'spec/openapi.json' : 'spec/openapi.yaml'
}

/** Files that refer to each other keep their names, and their places to each other. */
function namesOf(files: readonly string[], usual: string): string[] {
  if (files.length === 1) return [usual]
  const base = files.map((file) => path.dirname(file)).reduce(common)
  return files.map((file) => `spec/${posix(path.relative(base, file))}`)
}

/** The folder that both are in. */
function common(one: string, other: string): string {
  return isInside(other, one) ? one : common(path.dirname(one), other)
}

function refuseOther(root: string, name: string, bytes: Buffer): void {
  const file = path.join(root, name)
  if (!existsSync(file) || readFileSync(file).equals(bytes)) return
  throw new InitError(`${name}: is another document; move it, or leave --spec out to use it`)
}
