import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ContractName,
  documentFile,
} from '../../toolkit/conformance/servers/kernel/document.js'
import { root } from '../project.js'

const SETTINGS = join(root, 'test/extended/peers/settings')

/** Calls with a folder of its own that has the document and these files, by the names that they have there. */
export async function inWorkplace<Result>(
  contract: ContractName,
  settings: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'peers-'))
  try {
    await copyFile(documentFile(contract), join(folder, 'document.yaml'))
    for (const [name, own] of Object.entries(settings))
      await copyFile(join(SETTINGS, own), join(folder, name))
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
