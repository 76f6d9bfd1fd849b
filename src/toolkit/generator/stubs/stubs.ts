import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Model } from '../model/model.js'
import type { Extension } from '../print/imports.js'
import { importSpecifier } from '../shared/import-specifier.js'
import { makeFolder } from '../write/write.js'
import { type Dependencies, findDependencies } from './dependencies.js'
import {
  emitHandlerType,
  emitIndex,
  emitStub,
  HANDLER,
  importOf,
  memberOf,
  type Stub,
  type StubName,
  stubNames,
} from './emit-stubs.js'
import { type HandlersIndex, isUnedited, leftHandlers, openIndex } from './handlers-index.js'

export interface StubsOptions {
  readonly out: string
  readonly folder: string
  readonly extension: Extension
}

const MAX_NOTES = 10

/**
 * Writes a file for each operation without a handler, their type, and a file that collects them.
 * Existing files belong to the user and are never changed, except an index that is as it was written.
 *
 * @returns `written`: names of new files; `notes`: what the user has to do, one line each.
 */
export async function writeStubs(model: Model, options: StubsOptions) {
  const { folder, out, extension } = options
  const index = await openIndex(folder)
  const stubs = stubsOf(model)
  const missing = await withoutHandler(stubs, folder, index)
  const handler = path.join(folder, `${HANDLER}.ts`)
  const dependencies = findDependencies(folder, [handler, index.file], extension)
  const operations = importSpecifier(folder, path.join(out, `operations.${extension}`))
  const settings = { operations, extension, dependencies }
  await makeFolder(folder)
  for (const stub of missing) {
    await writeNew(path.join(folder, fileOf(stub)), emitStub(stub, settings))
  }
  // An index without stubs does not need their type.
  if (missing.length > 0 || !index.isThere) {
    await writeNew(handler, emitHandlerType(operations, dependencies))
  }
  const text = emitIndex(stubs, model.title, settings)
  // The user may have given handlers their first argument since it was written.
  const plain = emitIndex(stubs, model.title, { ...settings, dependencies: [] })
  const isOurs = !index.isThere || [text, plain].some((each) => isUnedited(index.text, each))
  if (!index.isThere) await writeNew(index.file, text)
  else if (isOurs && text !== index.text) await writeFile(index.file, text)
  const listed = isOurs ? { ...index, text } : index
  const notes = [
    ...(isOurs ? [] : lacking(index, stubs, dependencies, extension)),
    ...(await leftHandlers(folder, await filesIn(folder), stubs, listed)),
  ]
  return { count: stubs.length, written: missing.map(fileOf), notes }
}

async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    /* c8 ignore next -- the disk is full, or the like */
    if (error.code !== 'EEXIST') throw error
  })
}

/** A line for each handler that the index lacks; of many, for the first ones. */
function lacking(
  index: HandlersIndex,
  stubs: readonly Stub[],
  dependencies: Dependencies,
  extension: Extension,
): string[] {
  const all = stubs.filter(
    (stub) => !index.names(stub.operation.operationId) && !index.imports(stub),
  )
  const lines = all.slice(0, MAX_NOTES).map((stub) => {
    const line = importOf(stub, index.below, extension)
    return `${index.file}: add ${line}, and ${memberOf(stub, dependencies)}`
  })
  const more = all.length - lines.length
  const advice = 'move the file, and run this again to have it written'
  return more === 0 ? lines : [...lines, `${index.file}: ${more} more like these; or ${advice}`]
}

/**
 * Reports the handlers that `writeStubs` would write.
 *
 * @param command - Command that writes them.
 */
export async function checkStubs(model: Model, folder: string, command: string): Promise<string[]> {
  const missing = await withoutHandler(stubsOf(model), folder, await openIndex(folder))
  if (missing.length === 0) return []
  const files = missing.map(fileOf).join(', ')
  return [`${folder}: missing: ${files}; run ${command}`]
}

function stubsOf({ operations }: Model): Stub[] {
  const names = stubNames(operations.map(({ operationId }) => operationId))
  return operations.map((operation) => {
    return { operation, ...(names.get(operation.operationId) as StubName) }
  })
}

async function withoutHandler(
  stubs: readonly Stub[],
  folder: string,
  index: HandlersIndex,
): Promise<Stub[]> {
  // Some file systems ignore case.
  const there = new Set((await filesIn(folder)).map((name) => name.toLowerCase()))
  return stubs.filter((stub) => {
    const isElsewhere = index.names(stub.operation.operationId) && !index.imports(stub)
    return !isElsewhere && !there.has(fileOf(stub))
  })
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    return [] // writing reports any other error
  }
}

function fileOf({ file }: Stub): string {
  return `${file}.ts`
}
