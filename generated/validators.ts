/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
// @ts-nocheck -- tests of the generator check this code
import { validation } from 'fastify-contract/codegen'

const { anInt32, anInt64, anObject, ownMembers } = validation

/** @generated from #/components/schemas/Plant */
export function isPlant(value: unknown): boolean {
  if (!anObject(value)) return false
  const { name, tag } = ownMembers(value)
  if (typeof name !== 'string') return false
  if (tag !== undefined && typeof tag !== 'string') return false
  return true
}

/** @generated from #/components/schemas/NewPlant */
export function isNewPlant(value: unknown): boolean {
  if (!isPlant(value)) return false
  if (!anObject(value)) return false
  const { id } = ownMembers(value)
  if (!anInt64(id)) return false
  return true
}

/** @generated from #/components/schemas/Error */
export function isError(value: unknown): boolean {
  if (!anObject(value)) return false
  const { error, message } = ownMembers(value)
  if (!anInt32(error)) return false
  if (typeof message !== 'string') return false
  return true
}

/** @generated from #/paths/~1plants/post/responses/401/headers */
export function isCreatePlant401Headers(value: unknown): boolean {
  if (!anObject(value)) return false
  const { 'WWW-Authenticate': wwwAuthenticate } = ownMembers(value)
  if (typeof wwwAuthenticate !== 'string') return false
  return true
}
