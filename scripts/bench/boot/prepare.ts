import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tsc } from '#toolkit/cli/project/compiler.js'
import { generate } from '#toolkit/generator/generate.js'
import type { Model } from '#toolkit/generator/model/model.js'
import { ROOT } from '../../shared/tools.js'

/** The files that the servers start from. */
export interface PreparedFiles {
  readonly document: string
  /** The compiled contract. */
  readonly contract: string
  /** A JSON file with the routes of the document, for Fastify without schemas. */
  readonly routes: string
}

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
  for (const { name, text } of files) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await compile(folder)
  const routes = path.join(folder, 'routes.json')
  await writeFile(routes, JSON.stringify(routesOf(model)))
  const copy = path.join(folder, `document${path.extname(document)}`)
  await cp(document, copy)
  return { document: copy, contract: path.join(folder, 'contract.js'), routes }
}

const OPTIONS = {
  ...{ noEmit: false, noCheck: true, noResolve: true, types: [], rootDir: '.', outDir: '.' },
  ...{ declaration: false, sourceMap: false, inlineSources: false },
}

async function compile(folder: string): Promise<void> {
  const config = {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: OPTIONS,
    include: ['**/*'],
    exclude: [],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  await tsc(folder, ['-p', '.'])
}

/** Without routes that the router cannot distinguish from others. */
function routesOf({ operations }: Model): BootRoute[] {
  return operations
    .filter(({ shadowedBy }) => shadowedBy === undefined)
    .map(({ operationId, method, url, path }) => {
      return { operationId, method, url, path: path.replace(/\{[^{}]+\}/g, '1') }
    })
}
