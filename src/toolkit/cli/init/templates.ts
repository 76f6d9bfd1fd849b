import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GeneratedFile } from '../../generator/print/print.js'
import { posixPath } from '../project/find-up.js'

/** The folder of the templates, which the package has beside its code. */
export const TEMPLATES = fileURLToPath(new URL('../../../templates/', import.meta.url))

/** The files of a template, by their paths in a project. */
export function template(name: 'app' | 'service' | 'starter'): GeneratedFile[] {
  const folder = path.join(TEMPLATES, name)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      name: posixPath(path.relative(folder, file)),
      text: readFileSync(file, 'utf8'),
    }))
}
