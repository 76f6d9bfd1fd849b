/** What compiles and means nothing that anybody would ask for: anchors and classes of other languages. */
export function foreignPart(pattern: string, flags: string | undefined): string | undefined {
  const [literal] = /^\/\^.*\$\/[a-z]*$/s.exec(pattern) ?? []
  if (literal !== undefined) return '/…/'
  return flags === '' ? /(?<!\\)(?:\\\\)*(\\[AzZ]|\[:[a-z]+:\])/.exec(pattern)?.[1] : undefined
}
