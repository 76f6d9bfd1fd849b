/** A value of JSON. Integers that a double does not hold are bigints. */
export type Json = null | boolean | number | bigint | Decimal | string | Json[] | JsonObject

export interface JsonObject {
  [name: string]: Json
}

/** A number with a fraction that its double does not have. */
export class Decimal {
  readonly token: string

  constructor(token: string) {
    this.token = token
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Decimal)
  )
}

export function isNumber(value: Json | undefined): value is number | bigint | Decimal {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal
}

/** An object without members, of which none is special. */
export function emptyObject(): JsonObject {
  return Object.create(null)
}
