import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Model } from '../model/model.js'
import { specifier } from '../specifiers.js'
import { makeFolder } from '../write/folders.js'
import { emitHandlers, emitStub, importOf, type Stub } from './emit-stubs.js'
import { openIndex } from './handlers-index.js'
import { stubNames } from './stub-names.js'

/**
 * Writes a file for each operation that has no handler, and one that collects them all. Both are the
 * user's from then on: what is there is neither changed nor replaced.
 *
 * @param out - The folder of the generated types.
 * @param folder - The folder of the handlers.
 * @returns What the user has to add to the file that collects the handlers.
 */
export async function writeStubs(model: Model, out: string, folder: string): Promise<string[]> {
  const index = await openIndex(folder)
  const stubs = stubsOf(model)
  const missing = await withoutHandler(stubs, folder)
  const operations = specifier(folder, path.join(out, 'operations.js'))
  const imports = { operations, runtime: 'fastify-contract' }
  await makeFolder(folder)
  for (const stub of missing) {
    await writeFile(path.join(folder, fileOf(stub)), emitStub(stub, imports), { flag: 'wx' })
  }
  console.log(`${folder}: ${stubs.length} handlers, ${missing.length} written`)
  if (!index.isThere) {
    await writeFile(index.file, emitHandlers(stubs, model.title, operations), { flag: 'wx' })
    return []
  }
  return stubs
    .filter((stub) => !index.names(stub.operation.operationId) && !index.imports(stub))
    .map((stub) => `${index.file}: add ${importOf(stub, index.below)}`)
}

/** The handlers that would be written. */
export async function checkStubs(model: Model, folder: string): Promise<string[]> {
  const missing = await withoutHandler(stubsOf(model), folder)
  if (missing.length === 0) return []
  const files = missing.map(fileOf).join(', ')
  return [`${folder}: missing: ${files}; run \`npm run generate -- --stubs ${folder}\``]
}

function stubsOf({ operations }: Model): Stub[] {
  const names = stubNames(operations.map(({ operationId }) => operationId))
  return operations.flatMap((operation) => {
    const name = names.get(operation.operationId)
    /* c8 ignore next -- every operation has been named */
    return name === undefined ? [] : [{ operation, ...name }]
  })
}

/** Those without a file, unless the index has them from elsewhere. */
async function withoutHandler(stubs: readonly Stub[], folder: string): Promise<Stub[]> {
  const index = await openIndex(folder)
  // A file system may take names that differ in case for one.
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
    return [] // whatever else is wrong with it shows when it is written to
  }
}

function fileOf({ file }: Stub): string {
  return `${file}.ts`
}
