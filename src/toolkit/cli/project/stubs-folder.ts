import path from 'node:path'
import { isInside } from '../../generator/shared/import-specifier.js'
import { projectOf } from './root.js'

/**
 * The folder of handlers that belongs to a folder of generated code: `handlers` beside it where that is
 * in `src`, else `src/handlers` beside it; never outside of the project that holds it.
 */
export function stubsFolderOf(out: string): string {
  const folder = path.dirname(path.resolve(out))
  const project = projectOf(out) ?? folder
  const home = isInside(folder, project) ? folder : project
  const isInSource = path.relative(project, home).split(path.sep).includes('src')
  const place = path.join(home, isInSource ? 'handlers' : 'src/handlers')
  return path.isAbsolute(out) ? place : path.relative('.', place)
}
