/**
 * Loaded first into a server that stands by: loads packages, which the URL of this module names, and then
 * waits for a message before Node goes on to the server's own code.
 */

import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { channel } = process
const { resolve } = createRequire(path.resolve('package.json'))

for (const name of new URL(import.meta.url).searchParams.getAll('package')) {
  try {
    const { default: make } = await import(pathToFileURL(resolve(name)).href)
    // Its first instance loads the rest of it.
    if (name === 'fastify') make()
  } catch {
    // The server tells it, if it needs the package.
  }
}

// Nothing else keeps the process alive.
channel?.ref()
await new Promise<void>((go) => process.once('message', () => go()))
channel?.unref()
