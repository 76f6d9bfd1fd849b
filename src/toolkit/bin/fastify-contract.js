#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'
import process from 'node:process'

// Node 22.1 and newer keep compiled modules for the next run.
module.enableCompileCache?.()

const main = new URL('../dist/cli/main.js', import.meta.url)
if (existsSync(main)) {
  await import(main.href)
  /* c8 ignore next 5 -- a checkout in which nothing is compiled; the extended check clone runs it there */
} else {
  console.error('fastify-contract is not compiled yet; run npm run build')
  process.exitCode = 1
}
