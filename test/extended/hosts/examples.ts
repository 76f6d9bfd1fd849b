/** The examples of the READMEs, as the programs of a host. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeBlocks } from '../../helpers/readme.js'
import { root } from '../project.js'

export interface Example {
  /** Free of types: TypeScript, and JavaScript too. */
  readonly text: string
  readonly prefix: string
}

/** By the name of the file that it becomes. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  store: { text: exampleOf('README.md'), prefix: '/garden' },
  toolkit: { text: exampleOf('src/toolkit/README.md'), prefix: '' },
}

const readme = readFileSync(join(root, 'README.md'), 'utf8')

export const PLANT = /--data '(\{.*\})'/.exec(readme)?.[1] as string

/** The end of a program: requests to its app, which a module sends. */
export function exercise({ prefix }: Example, module: string): string {
  const [name, path, plant] = [module, prefix, PLANT].map((each) => JSON.stringify(each))
  return `await (await import(${name})).exercise(app, ${path}, ${plant})\n`
}

/** The same program as CommonJS: `require` for imports, and a function around what awaits. */
export function asCommonJs(text: string): string {
  const required = text.replace(/^import (.*) from ('.*')$/gm, 'const $1 = require($2)')
  return `async function main() {\n${required}\n}\nmain()\n`
}

function exampleOf(readme: string): string {
  const example = codeBlocks(readme).find(({ text }) => text.startsWith('import Fastify'))?.text
  if (example === undefined) throw new Error(`${readme} has no host`)
  // Several run at once.
  return example.replace('port: 3000', 'port: 0')
}
