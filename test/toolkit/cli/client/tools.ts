/** Stand-ins for Java and for the package that fetches the JAR. */

import { join } from 'node:path'
import process from 'node:process'
import type { Test } from 'tap'
import type { GeneratorTools } from '#toolkit/cli/client/command.js'

/** A folder to work in, with stand-ins for the tools. */
export interface Workshop extends GeneratorTools {
  readonly spec: string
}

/** The code of the stand-ins, as JavaScript. */
export interface Behaviour {
  /** Java, when it is asked for its version. */
  readonly version?: string
  /** Java, when it runs the generator; `args` are the generator's. */
  readonly generator?: string
  /** The script that fetches the JAR; `jar` is where it belongs. */
  readonly fetch?: string
}

const java = ({ version, generator }: Behaviour) => `
const args = process.argv.slice(process.argv.indexOf('-jar') + 2)
if (process.argv.at(-1) === '-version') {
  ${version ?? `console.error('openjdk version "17.0.15" 2025-04-15')`}
} else {
  ${generator ?? ''}
}`

const fetchScript = ({ fetch }: Behaviour) => `
import { mkdirSync, writeFileSync } from 'node:fs'

const jar = process.env.PWD + '/jars/7.0.0.jar'
${fetch ?? `mkdirSync(process.env.PWD + '/jars'); writeFileSync(jar, '')`}`

/** Sets up stand-ins that behave as told, and otherwise well. */
export function workshop(t: Test, behaviour: Behaviour = {}): Workshop {
  const pin = { 'generator-cli': { version: '7.0.0', storageDir: 'jars' } }
  const root = t.testdir({
    'openapitools.json': JSON.stringify(pin),
    'openapi.yaml': 'openapi: 3.1.0',
    'java.mjs': java(behaviour),
    'cli.mjs': fetchScript(behaviour),
  })
  return {
    root,
    java: [process.execPath, join(root, 'java.mjs')],
    cli: join(root, 'cli.mjs'),
    spec: join(root, 'openapi.yaml'),
  }
}
