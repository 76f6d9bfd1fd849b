/** The name of the schema that a normalised `$ref` refers to. */
export function refName($ref: string): string {
  return $ref.slice('#/$defs/'.length)
}
