import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { tsc } from '#toolkit/cli/project/typescript.js'
import { generate } from '#toolkit/generator/generate.js'
import type { Model } from '#toolkit/generator/model/model.js'
import { ROOT, writeFiles } from '../../shared/tools.js'

/** The files that the servers start from; `routes` is for Fastify without schemas. */
export type PreparedFiles = Readonly<Record<'document' | 'contract' | 'routes', string>>

export interface BootRoute {
  readonly operationId: string
  readonly method: string
  readonly url: string
  /** The path with a value for each parameter. */
  readonly path: string
}

/** Generates and compiles the contract of a document into a folder of this name. */
export async function prepare(
  document: string,
  name: string,
  ignore: readonly string[],
): Promise<PreparedFiles> {
  const folder = path.join(ROOT, 'dist/bench', name)
  await rm(folder, { recursive: true, force: true })
  const { model, files } = generate(document, { ignore })
  const project = { extends: path.join(ROOT, 'tsconfig.json'), include: ['**/*'], exclude: [] }
  await writeFiles(folder, [
    ...files,
    { name: 'tsconfig.json', text: JSON.stringify({ ...project, compilerOptions: OPTIONS }) },
    { name: 'routes.json', text: JSON.stringify(routesOf(model)) },
  ])
  await tsc(folder, ['-p', '.'])
  const copy = path.join(folder, `document${path.extname(document)}`)
  await cp(document, copy)
  const [contract, routes] = [path.join(folder, 'contract.js'), path.join(folder, 'routes.json')]
  return { document: copy, contract, routes }
}

const OPTIONS = {
  ...{ noEmit: false, noCheck: true, noResolve: true, types: [], rootDir: '.', outDir: '.' },
  ...{ declaration: false, sourceMap: false, inlineSources: false },
}

/** Without routes that the router cannot distinguish from others. */
function routesOf({ operations }: Model): BootRoute[] {
  return operations
    .filter(({ shadowedBy }) => shadowedBy === undefined)
    .map(({ operationId, method, url, path }) => {
      return { operationId, method, url, path: path.replace(/\{[^{}]+\}/g, '1') }
    })
}
