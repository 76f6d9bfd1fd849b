import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { buildGoServer } from '../../../scripts/bench/serve/go/build.js'
import { root } from '../project.js'
import { pythonWith } from '../python.js'

const FOLDER = path.join(root, 'test/extended/languages')

export const NOTES = path.join(FOLDER, 'notes.yaml')

export const TOKEN = 'token-of-the-notes-0123456789'

const PYTHON_PACKAGES = ['fastapi==0.165.0', 'uvicorn==0.54.0']

/** Starts the notes on oapi-codegen. @throws {Unavailable} where Go cannot build them. */
export async function startOnGo(t: Test): Promise<string> {
  const files = ['main.go', 'store.go'].map((name) => path.join(FOLDER, 'go', name))
  return start(t, await buildGoServer(t.testdir({}), { document: NOTES, files }), [])
}

/** Starts the notes on FastAPI. @throws {Unavailable} where its packages cannot be installed. */
export async function startOnPython(t: Test): Promise<string> {
  const programs = await pythonWith(PYTHON_PACKAGES, 'uvicorn')
  return start(t, path.join(programs, 'python'), [path.join(FOLDER, 'python/main.py')])
}

/** Starts a program that takes the token, writes its port, and ends with its input; resolves with its base URL. */
async function start(t: Test, program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, [...args, TOKEN], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.stdin.end())
  for await (const port of createInterface(child.stdout)) return `http://127.0.0.1:${port}`
  throw new Error(`${program} has ended before it listens`)
}
