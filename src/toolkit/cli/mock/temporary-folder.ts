import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

const folders = new Set<string>()

/** Creates a folder that is removed at the latest when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fastify-contract-'))
  if (folders.size === 0) process.once('exit', removeAll)
  folders.add(folder)
  return folder
}

export function removeTemporaryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
  if (folders.size === 0) process.off('exit', removeAll)
}

function removeAll(): void {
  for (const folder of folders) removeTemporaryFolder(folder)
}
