/** The variable of a shell that stands for a secret, by the name of its security scheme. */
export function variableOf(name: string): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
}
