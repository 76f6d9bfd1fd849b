#!/usr/bin/env node
import { existsSync } from 'node:fs'
import process from 'node:process'

const main = new URL('../dist/cli/main.js', import.meta.url)
if (existsSync(main)) {
  await import(main.href)
} else {
  // A checkout: what is published is compiled.
  console.error('fastify-contract is not compiled yet; run npm run build')
  process.exitCode = 1
}
