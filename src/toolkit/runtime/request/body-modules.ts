import type { OperationContract } from '../contract/contract.js'
import { lazyModule, loadForKinds } from '../loading/lazy.js'

export const fields = lazyModule(() => import('../parameters/form-fields.js'))
export const multipart = lazyModule(() => import('../multipart/read-multipart.js'))
export const items = lazyModule(() => import('../bodies/items.js'))

/** Loads what reads the bodies of an operation that are not plain JSON. */
export async function loadBodyModules({ requestBody }: OperationContract): Promise<void> {
  const media = Object.values(requestBody?.content ?? {})
  await loadForKinds({ form: fields, multipart, sequential: items }, media)
}
