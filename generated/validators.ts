/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
// @ts-nocheck -- tests of the generator check this code
import { validation } from 'fastify-contract/codegen'

const { anInt32, anInt64, anObject, prototypeOf } = validation

/** @generated from #/components/schemas/Plant */
export function isPlant(value: unknown): boolean {
  if (!anObject(value)) return false
  const name = value['name']
  const proto = prototypeOf(value)
  if (name === undefined || ('name' in proto && !Object.hasOwn(value, 'name'))) return false
  if (typeof name !== 'string') return false
  const tag = value['tag']
  if (tag !== undefined && (!('tag' in proto) || Object.hasOwn(value, 'tag'))) {
    if (typeof tag !== 'string') return false
  }
  return true
}

/** @generated from #/components/schemas/NewPlant */
export function isNewPlant(value: unknown): boolean {
  if (!isPlant(value)) return false
  if (!anObject(value)) return false
  const id = value['id']
  const proto = prototypeOf(value)
  if (id === undefined || ('id' in proto && !Object.hasOwn(value, 'id'))) return false
  if (!anInt64(id)) return false
  return true
}

/** @generated from #/components/schemas/Error */
export function isError(value: unknown): boolean {
  if (!anObject(value)) return false
  const error = value['error']
  const proto = prototypeOf(value)
  if (error === undefined || ('error' in proto && !Object.hasOwn(value, 'error'))) return false
  if (!anInt32(error)) return false
  const message = value['message']
  if (message === undefined || ('message' in proto && !Object.hasOwn(value, 'message'))) return false
  if (typeof message !== 'string') return false
  return true
}

/** @generated from #/paths/~1plants/post/responses/401/headers */
export function isCreatePlant401Headers(value: unknown): boolean {
  if (!anObject(value)) return false
  const wWWAuthenticate = value['WWW-Authenticate']
  const proto = prototypeOf(value)
  if (wWWAuthenticate === undefined || ('WWW-Authenticate' in proto && !Object.hasOwn(value, 'WWW-Authenticate'))) return false
  if (typeof wWWAuthenticate !== 'string') return false
  return true
}
