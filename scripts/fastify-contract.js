// @ts-check
/**
 * The build script: compiles the toolkit if needed and runs its command. Other projects
 * run `npx fastify-contract` instead. JavaScript, since nothing is compiled before it.
 */

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'

const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
const compiler = path.join(path.dirname(manifest), 'bin/tsc')
const args = [compiler, '-b', 'src/toolkit', '--noCheck']
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (status === 0) await import('../src/toolkit/bin/fastify-contract.js')
else process.exitCode = 1
