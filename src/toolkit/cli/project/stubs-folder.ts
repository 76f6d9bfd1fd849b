import path from 'node:path'
import { isInside } from '../../generator/shared/import-specifier.js'
import { projectRoot } from './find-up.js'

/**
 * The folder of handlers for a folder of generated code: `handlers` beside it if that is in `src`,
 * otherwise `src/handlers` beside it; never outside of the project.
 */
export function stubsFolderOf(out: string): string {
  const folder = path.dirname(path.resolve(out))
  const project = projectRoot(out) ?? folder
  const parent = isInside(folder, project) ? folder : project
  const isInSource = path.relative(project, parent).split(path.sep).includes('src')
  const stubs = path.join(parent, isInSource ? 'handlers' : 'src/handlers')
  return path.isAbsolute(out) ? stubs : path.relative('.', stubs)
}
